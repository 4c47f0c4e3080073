// SPDX-License-Identifier: Apache-2.0
// Calls of CUDA, of libraries and of the operating system.
#include <algorithm>
#include <array>

#include "core/formats/nsight/nsight_import.h"

namespace pstudio::nsight {
namespace {

using activity::EventTime;
using activity::HostRow;
using sqlite::Row;
using Names = std::string_view;

constexpr size_t kRequiredOfCalls = 2; // a call has a begin and a name

/// The columns of every table of calls, in the order in which they are read.
struct Call {
  enum Column : int { kStart, kNameId, kEnd, kThread, kResult, kCorrelation, kNesting };
};
constexpr std::array kCallColumns{
    Names("start"),       Names("nameId"),        Names("end"),         Names("globalTid"),
    Names("returnValue"), Names("correlationId"), Names("nestingLevel")};
constexpr size_t kExpectedOfApi = 6, kExpectedOfSystem = 5, kExpectedOfLibrary = 4;

/// "cudaLaunchKernel" of "cudaLaunchKernel_v7000": the exporter appends the version of the header
/// of the call. A driver call such as cuMemAlloc_v2 keeps its number.
std::string_view withoutVersion(std::string_view name) {
  constexpr size_t kFewestDigits = 4;
  const size_t digits = name.find_last_not_of("0123456789");
  if (digits == name.npos || name.size() - digits - 1 < kFewestDigits ||
      !name.substr(0, digits + 1).ends_with("_v"))
    return name;
  return name.substr(0, digits - 1);
}

EventTime timeOfCall(const Row &row) {
  return {*row.integer(Call::kStart), row.integer(Call::kEnd)};
}

/// A library whose calls have a table of their own.
struct LibraryTable {
  const char *table;
  const char *row;
};
constexpr LibraryTable kLibraries[] = {
    {"CUDNN_EVENTS", "cuDNN"},           {"CUBLAS_EVENTS", "cuBLAS"},
    {"OPENACC_DATA_EVENTS", "OpenACC"},  {"OPENACC_LAUNCH_EVENTS", "OpenACC"},
    {"OPENACC_OTHER_EVENTS", "OpenACC"}, {"PROFILER_OVERHEAD", "profiler overhead"}};

} // namespace

bool NsightImport::addCall(const Row &row) {
  const std::optional<int64_t> thread = row.integer(Call::kThread);
  const StringId name = m_session.string(row.integer(Call::kNameId));
  if (!row.integer(Call::kStart) || !thread || !name.isValid())
    return false;
  const auto [plain, isNew] = m_callNames.try_emplace(name);
  if (isNew)
    plain->second = m_trace.intern(withoutVersion(std::string(m_trace.text(name))));
  const activity::HostPlace place = placeOf(*thread);
  const std::optional<int64_t> correlation = row.integer(Call::kCorrelation);
  const int64_t result = row.integerOr(Call::kResult, 0);
  m_args.number("correlation", correlation);
  if (result != 0)
    m_args.number("result", result);
  const auto slice =
      m_tracks.addSlice(m_tracks.hostRow(place, HostRow::Calls, "CUDA API"), timeOfCall(row),
                        {plain->second, m_trace.intern("api"), m_args.take()});
  if (slice && correlation)
    m_tracks.links().addCall(place.process, static_cast<uint64_t>(*correlation),
                             timeOfCall(row).beginNs, *slice);
  ++m_events;
  return true;
}

Result<void> NsightImport::readCalls() {
  for (const char *const table : {"CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_DRIVER"})
    PSTUDIO_TRY(m_tables.read(table, {kCallColumns, kRequiredOfCalls, kExpectedOfApi},
                              [&](const Row &row) { return addCall(row); }));
  return {};
}

Result<void> NsightImport::readLibraries() {
  for (const LibraryTable &library : kLibraries)
    PSTUDIO_TRY(m_tables.read(
        library.table, {kCallColumns, kRequiredOfCalls, kExpectedOfLibrary}, [&](const Row &row) {
          const std::optional<int64_t> thread = row.integer(Call::kThread);
          const StringId name = m_session.string(row.integer(Call::kNameId));
          if (!row.integer(Call::kStart) || !thread || !name.isValid())
            return false;
          m_tracks.addSlice(m_tracks.hostRow(placeOf(*thread), HostRow::Libraries, library.row),
                            timeOfCall(row), {name, m_trace.intern("library"), {}});
          ++m_events;
          return true;
        }));
  return {};
}

Result<void> NsightImport::readSystemCalls() {
  return m_tables.read(
      "OSRT_API", {kCallColumns, kRequiredOfCalls, kExpectedOfSystem}, [&](const Row &row) {
        const std::optional<int64_t> thread = row.integer(Call::kThread);
        const StringId name = m_session.string(row.integer(Call::kNameId));
        if (!row.integer(Call::kStart) || !thread || !name.isValid())
          return false;
        const TrackId track =
            m_tracks.hostRow(placeOf(*thread), HostRow::OperatingSystem, "OS runtime libraries");
        m_args.number("result", row.integer(Call::kResult));
        m_tracks.addSlice(track, timeOfCall(row), {name, m_trace.intern("osrt"), m_args.take()});
        ++m_events;
        return true;
      });
}

} // namespace pstudio::nsight
