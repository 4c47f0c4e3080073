// SPDX-License-Identifier: Apache-2.0
#include "core/formats/nsight/nsight_session.h"

#include <array>

#include "core/base/date.h"

namespace pstudio::nsight {
namespace {

using sqlite::Row;
using Names = std::string_view;

constexpr uint64_t kMostOfPid = 0xff'ffff;

/// "[4711] python3", as Nsight Systems labels processes and threads.
std::string labelOf(int64_t number, std::string_view name) {
  return "[" + std::to_string(number) + "] " + std::string(name);
}

/// The last part of a path: "python3" of "/usr/bin/python3".
std::string_view fileNameOf(std::string_view path) {
  const size_t slash = path.find_last_of("/\\");
  return slash == path.npos || slash + 1 == path.size() ? path : path.substr(slash + 1);
}

} // namespace

activity::HostPlace placeOf(int64_t globalId) {
  const auto id = static_cast<uint64_t>(globalId);
  return {.process = id >> 24,
          .pid = static_cast<int64_t>(id >> 24 & kMostOfPid),
          .tid = static_cast<int64_t>(id & kMostOfPid)};
}

Result<void> Session::read(sqlite::TableImport &tables) {
  PSTUDIO_TRY(readStrings(tables));
  PSTUDIO_TRY(readStart(tables));
  PSTUDIO_TRY(readHost(tables));
  PSTUDIO_TRY(readDevices(tables));
  return readLabels(tables);
}

Result<void> Session::readStrings(sqlite::TableImport &tables) {
  static constexpr std::array kNames{Names("id"), Names("value")};
  return tables.read("StringIds", {kNames, 2, 2}, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(0);
    if (id)
      m_strings.insert_or_assign(*id, m_trace.intern(row.text(1)));
    return id.has_value();
  });
}

Result<void> Session::readStart(sqlite::TableImport &tables) {
  static constexpr std::array kNames{Names("utcEpochNs")};
  PSTUDIO_TRY(tables.read("TARGET_INFO_SESSION_START_TIME", {kNames, 1, 1}, [&](const Row &row) {
    const std::optional<int64_t> start = row.integer(0);
    if (!start)
      return false;
    m_trace.info().origin = Nanoseconds(*start);
    m_trace.info().date = dateOf(Nanoseconds(*start));
    return true;
  }));
  m_trace.info().producer = "NVIDIA Nsight Systems";
  static constexpr std::array kFacts{Names("name"), Names("value")};
  const auto readVersion = [&](const Row &row) {
    if (row.text(0) == "EXPORT_PRODUCT_VERSION" && !row.text(1).empty())
      m_trace.info().producer = "NVIDIA Nsight Systems " + row.text(1);
    return true;
  };
  PSTUDIO_TRY(tables.read("META_DATA_EXPORT", {kFacts, 2, 2}, readVersion));
  return tables.read("EXPORT_META_DATA", {kFacts, 2, 2}, readVersion);
}

Result<void> Session::readHost(sqlite::TableImport &tables) {
  static constexpr std::array kProcesses{Names("globalPid"), Names("name")};
  PSTUDIO_TRY(tables.read("PROCESSES", {kProcesses, 2, 2}, [&](const Row &row) {
    if (const std::optional<int64_t> id = row.integer(0); id && !row.text(1).empty())
      m_processNames[placeOf(*id).process] = fileNameOf(row.text(1));
    return true; // processes of the system may have no name
  }));
  static constexpr std::array kThreads{Names("nameId"), Names("globalTid")};
  return tables.read("ThreadNames", {kThreads, 2, 2}, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(1);
    if (!id)
      return false;
    const activity::HostPlace place = placeOf(*id);
    m_threadNames[{place.process, place.tid}] = string(row.integer(0));
    return true;
  });
}

Result<void> Session::readDevices(sqlite::TableImport &tables) {
  static constexpr std::array kDevices{Names("id"), Names("name")};
  PSTUDIO_TRY(tables.read("TARGET_INFO_GPU", {kDevices, 2, 2}, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(0);
    if (id)
      m_deviceNames[*id] = row.text(1);
    return id.has_value();
  }));
  static constexpr std::array kContexts{Names("processId"), Names("contextId"),
                                        Names("nullStreamId")};
  return tables.read("TARGET_INFO_CUDA_CONTEXT_INFO", {kContexts, 3, 3}, [&](const Row &row) {
    const auto pid = row.integer(0), context = row.integer(1), stream = row.integer(2);
    if (!pid || !context || !stream)
      return false;
    m_defaultStreams[{*pid, *context}] = *stream;
    return true;
  });
}

Result<void> Session::readLabels(sqlite::TableImport &tables) {
  static constexpr std::array kLabels{Names("id"), Names("label")};
  for (const char *const table :
       {"ENUM_CUDA_MEMCPY_OPER", "ENUM_CUDA_MEM_KIND", "ENUM_CUPTI_SYNC_TYPE"})
    PSTUDIO_TRY(tables.read(table, {kLabels, 2, 2}, [&](const Row &row) {
      const std::optional<int64_t> id = row.integer(0);
      if (id)
        m_labels[{table, *id}] = row.text(1);
      return id.has_value();
    }));
  static constexpr std::array kMetrics{Names("metricId"), Names("metricName"), Names("typeId")};
  return tables.read("TARGET_INFO_GPU_METRICS", {kMetrics, 2, 3}, [&](const Row &row) {
    const std::optional<int64_t> id = row.integer(0);
    if (id)
      m_metrics[{row.integerOr(2, 0), *id}] = row.text(1);
    return id.has_value();
  });
}

void Session::nameTracks(activity::ActivityImport &tracks) const {
  for (const auto &[process, name] : m_processNames)
    tracks.nameProcess(process, labelOf(static_cast<int64_t>(process & kMostOfPid), name));
  for (const auto &[thread, name] : m_threadNames)
    tracks.nameThread(thread.first, thread.second, labelOf(thread.second, m_trace.text(name)));
  for (const auto &[device, name] : m_deviceNames)
    tracks.nameDevice(device, "GPU " + std::to_string(device) + (name.empty() ? "" : ": " + name));
}

StringId Session::string(std::optional<int64_t> id) const {
  const auto found = id ? m_strings.find(*id) : m_strings.end();
  return found == m_strings.end() ? StringId() : found->second;
}

std::string Session::label(const std::string &table, std::optional<int64_t> number) const {
  const auto found = number ? m_labels.find({table, *number}) : m_labels.end();
  return found == m_labels.end() ? std::string() : found->second;
}

bool Session::isDefaultStream(int64_t pid, int64_t context, int64_t stream) const {
  const auto found = m_defaultStreams.find({pid, context});
  return found != m_defaultStreams.end() && found->second == stream;
}

std::string Session::metric(int64_t type, int64_t number) const {
  const auto found = m_metrics.find({type, number});
  return found == m_metrics.end() ? std::string() : found->second;
}

} // namespace pstudio::nsight
