// SPDX-License-Identifier: Apache-2.0
// Facts of an export that events refer to: strings, names, devices, the start of the recording.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "core/formats/activity/activity_import.h"
#include "core/formats/sqlite/table_import.h"

namespace pstudio::nsight {

/// The parts of a GlobalId of Nsight Systems: 8 bits of hardware, 8 of a virtual machine, 24 of a
/// process, 24 of a thread (documentation of the SQLite export, "Serialized process and thread
/// identifiers").
activity::HostPlace placeOf(int64_t globalId);

/// Facts that an export states once. [not thread-safe]
class Session {
public:
  explicit Session(TraceBuilder &trace) : m_trace(trace) {}

  /// Reads the tables of facts, and fills the TraceInfo. The only failure is Cancelled.
  Result<void> read(sqlite::TableImport &tables);
  /// Hands the names over.
  void nameTracks(activity::ActivityImport &tracks) const;

  /// none if there is no such string.
  StringId string(std::optional<int64_t> id) const;
  /// The label of a number of an ENUM table, such as ENUM_CUDA_MEM_KIND; empty if there is none.
  std::string label(const std::string &table, std::optional<int64_t> number) const;
  /// Whether it is the default stream of the context of a process.
  bool isDefaultStream(int64_t pid, int64_t context, int64_t stream) const;
  /// "DRAM Read Bandwidth [Throughput %]"; empty if there is none.
  std::string metric(int64_t type, int64_t number) const;

private:
  Result<void> readStrings(sqlite::TableImport &tables);
  Result<void> readStart(sqlite::TableImport &tables);
  Result<void> readHost(sqlite::TableImport &tables);
  Result<void> readDevices(sqlite::TableImport &tables);
  Result<void> readLabels(sqlite::TableImport &tables);

  TraceBuilder &m_trace;
  std::unordered_map<int64_t, StringId> m_strings;
  std::map<std::pair<std::string, int64_t>, std::string> m_labels; ///< by table and number
  std::map<std::pair<int64_t, int64_t>, std::string> m_metrics;
  std::map<std::pair<int64_t, int64_t>, int64_t> m_defaultStreams; ///< by pid and context
  std::map<uint64_t, std::string> m_processNames;
  std::map<std::pair<uint64_t, int64_t>, StringId> m_threadNames;
  std::map<int64_t, std::string> m_deviceNames;
};

} // namespace pstudio::nsight
