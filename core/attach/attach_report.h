// SPDX-License-Identifier: Apache-2.0
// Report of proton-collect attach: report.json of its output folder.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/fields.h"
#include "core/base/result.h"

namespace pstudio::attach {

/// A kernel's name in one process, with its launches.
struct ReportedKernel {
  uint32_t process = 0;
  std::string kernel;
  std::string demangled;
  // None for a kernel with activity records only, such as one of a replayed graph.
  std::optional<uint64_t> launches;
  std::optional<uint64_t> autotuning; ///< launches of an autotuner's benchmark
  std::optional<uint64_t> captured;   ///< launches inside CUDA graphs
  std::optional<uint64_t> recorded;
  std::optional<uint64_t> outside;    ///< launches outside the range; none: 0
  std::optional<uint64_t> replays;    ///< the part of `launches` in replays of graphs; none: 0
  std::optional<bool> instrumentable; ///< none: it was not tried
  std::optional<std::string> reason;  ///< "no: why; what to do"
  std::optional<uint64_t>
      gpuTimeNs; ///< of all launches but an autotuner's; none: it was not measured
};
template <FieldsOwner<ReportedKernel> T> constexpr auto fieldsOf(T &row) {
  auto &[process, kernel, demangled, launches, autotuning, captured, recorded, outside, replays,
         instrumentable, reason, gpuTime] = row;
  return std::tuple{Field{"process", process},
                    Field{"kernel", kernel},
                    Field{"demangled", demangled}.optional(),
                    Field{"launches", launches},
                    Field{"autotuning", autotuning},
                    Field{"captured", captured},
                    Field{"recorded", recorded},
                    Field{"outside", outside},
                    Field{"replays", replays},
                    Field{"instrumentable", instrumentable},
                    Field{"reason", reason},
                    Field{"gpu_time_ns", gpuTime}};
}

/// A launch that is in a trace. Reports of earlier versions have not all fields.
struct ReportedLaunch {
  std::string file; ///< of the trace, in the same folder
  std::string kernel;
  uint64_t launch = 0;
  std::string mode;
  std::string backEnd; ///< that made the instrumented kernel
  std::array<uint32_t, 3> grid{1, 1, 1};
  uint64_t ctas = 0;         ///< of the grid
  uint64_t recordedCtas = 0; ///< CTAs that recorded
  int32_t registers = 0, originalRegisters = 0;
  int32_t localBytes = 0, originalLocalBytes = 0; ///< of a thread
  uint64_t records = 0;                           ///< upper bound of the kernel's records
  uint64_t recordsDropped = 0;                    ///< upper bound of dropped records
  uint64_t slotsPerUnit = 0;                      ///< [slots]
  uint64_t hostCostNs = 0;
  /// Of the time of the recorded warps that the kept records cover, 0 to 1; none: it is not known.
  std::optional<double> coveredPart;
  uint64_t residentCtas = 0, originalResidentCtas = 0; ///< that run at the same time; 0: unknown
  std::string mayWait;                    ///< why CTAs may wait for others; empty: they never wait
  std::optional<uint64_t> twinTimeNs;     ///< duration of this launch on the device
  std::optional<uint64_t> originalTimeNs; ///< median of the kernel's launches of the same size
};
template <FieldsOwner<ReportedLaunch> T> constexpr auto fieldsOf(T &row) {
  auto &[file, kernel, launch, mode, backEnd, grid, ctas, recordedCtas, registers,
         originalRegisters, localBytes, originalLocalBytes, records, recordsDropped, slots,
         hostCost, coveredPart, resident, originalResident, mayWait, twinTime, originalTime] = row;
  return std::tuple{
      Field{"file", file},
      Field{"kernel", kernel},
      Field{"launch", launch},
      Field{"mode", mode},
      Field{"back_end", backEnd}.optional(),
      Field{"grid", grid}.optional(),
      Field{"ctas", ctas},
      Field{"recorded_ctas", recordedCtas},
      Field{"registers", registers}.optional(),
      Field{"original_registers", originalRegisters}.optional(),
      Field{"local_bytes", localBytes}.optional(),
      Field{"original_local_bytes", originalLocalBytes}.optional(),
      Field{"records", records}.optional(),
      Field{"records_dropped", recordsDropped}.optional(),
      Field{"slots_per_unit", slots}.optional(),
      Field{"host_cost_ns", hostCost}.optional(),
      Field{"covered_part", coveredPart},
      Field{"resident_ctas", resident}.omittedIf(resident == 0),
      Field{"original_resident_ctas", originalResident}.omittedIf(originalResident == 0),
      Field{"may_wait", mayWait}.omittedIf(mayWait.empty()),
      Field{"twin_time_ns", twinTime},
      Field{"original_time_ns", originalTime}};
}

/// A kernel or a launch that was chosen and not recorded.
struct ReportedRejection {
  std::string code; ///< stable
  uint32_t process = 0;
  std::optional<std::string> kernel;
  std::optional<uint64_t> launch;
  std::string reason;
  std::string action; ///< what to do; may be empty
};
template <FieldsOwner<ReportedRejection> T> constexpr auto fieldsOf(T &row) {
  auto &[code, process, kernel, launch, reason, action] = row;
  return std::tuple{Field{"code", code},     Field{"process", process}, Field{"kernel", kernel},
                    Field{"launch", launch}, Field{"reason", reason},   Field{"action", action}};
}

/// A file of a session that the program started.
struct ReportedProfile {
  std::string session;
  std::string file; ///< in the same folder
};
template <FieldsOwner<ReportedProfile> T> constexpr auto fieldsOf(T &row) {
  auto &[session, file] = row;
  return std::tuple{Field{"session", session}, Field{"file", file}};
}

struct AttachReport {
  std::vector<std::string> command;
  int exitCode = 0; ///< of the program; 128 + signal if one ended it
  std::vector<ReportedKernel> kernels;
  std::vector<ReportedLaunch> recorded;
  std::vector<ReportedProfile> profiles;
  std::vector<ReportedRejection> rejected;
  std::vector<std::string> notes;
  size_t unknownLines = 0; ///< of types that this version does not have
};

/// InvalidFormat or InvalidInput, with the line, for text that is no report. O(size).
Result<AttachReport> parseAttachReport(std::string_view text, const std::string &document);

/// File of the traces of all processes on one axis, in the output folder.
inline constexpr std::string_view kMergedTrace = "merged.pftrace";

/// An output folder of proton-collect attach.
struct AttachFolder {
  std::filesystem::path folder;
  AttachReport report;
  std::vector<std::filesystem::path> traces; ///< one for each process that recorded something,
                                             ///< without those of sessions
  std::filesystem::path merged;              ///< all of them on one axis; empty: there is none

  /// The traces that are opened for the folder: the merged one, else all.
  std::vector<std::filesystem::path> shown() const {
    return merged.empty() ? traces : std::vector{merged};
  }
};

/// True if the folder contains a report.json, or if the path is that of one.
bool isAttachFolder(const std::filesystem::path &path);
/// Reads report.json and finds the traces. \param path  the folder or its report.json. Io if there
/// is none; errors of parseAttachReport().
Result<AttachFolder> readAttachFolder(const std::filesystem::path &path);

} // namespace pstudio::attach
