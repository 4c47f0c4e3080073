// SPDX-License-Identifier: Apache-2.0
// The events of an export of Nsight Systems. Internal to core/formats/nsight.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/formats/activity/activity_args.h"
#include "core/formats/activity/activity_import.h"
#include "core/formats/nsight/nsight_session.h"

namespace pstudio::nsight {

/// Reads one table of events after the other. [not thread-safe]
class NsightImport {
public:
  /// `session` has been read.
  NsightImport(TraceBuilder &trace, sqlite::TableImport &tables, const Session &session);

  /// The only failure is Cancelled. O(n log n).
  Result<void> run();
  uint64_t eventCount() const { return m_events; }

private:
  // Host
  Result<void> readCalls();
  Result<void> readLibraries();
  Result<void> readSystemCalls();
  bool addCall(const sqlite::Row &row);
  // NVTX
  Result<void> readNvtxNames();
  Result<void> readNvtx();
  bool addNvtx(const sqlite::Row &row);
  TrackId nvtxRow(const activity::HostPlace &place, int64_t domain, bool isStack);
  ArgSetId nvtxArgs(const sqlite::Row &row, const activity::HostPlace &place);
  std::string nvtxText(const sqlite::Row &row, int text, int textId) const;
  // Devices
  Result<void> readKernels();
  Result<void> readCopies();
  Result<void> readMemsets();
  Result<void> readGraphs();
  Result<void> readSynchronization();
  Result<void> readMetrics();
  Result<void> readMemoryUse();
  bool addKernel(const sqlite::Row &row);
  bool addCopy(const sqlite::Row &row);
  bool addMemset(const sqlite::Row &row);
  bool addGraph(const sqlite::Row &row);
  bool addSynchronization(const sqlite::Row &row);
  /// Adds work of a stream and its end of the arrow from a call. The first columns of the row are
  /// those of kWorkColumns.
  bool addWork(const sqlite::Row &row, const activity::EventFacts &facts);
  activity::StreamPlace placeOfWork(const sqlite::Row &row) const;
  // Facts
  Result<void> readDiagnostics();
  static bool isData(std::string_view table);

  struct MemoryStep {
    int64_t timeNs = 0;
    int64_t bytes = 0; ///< negative: freed
  };

  TraceBuilder &m_trace;
  sqlite::TableImport &m_tables;
  const Session &m_session;
  activity::ActivityImport m_tracks;
  activity::ActivityArgs m_args;
  std::map<std::pair<uint64_t, int64_t>, std::string> m_nvtxDomains; ///< by process and id
  struct Category {
    uint64_t process = 0;
    int64_t domain = 0, number = 0;
    auto operator<=>(const Category &) const = default;
  };
  std::map<Category, std::string> m_nvtxCategories;
  std::unordered_map<StringId, StringId> m_callNames; ///< without the version, by name
  /// By device and kind of memory, as its enumeration names it; empty: device memory.
  std::map<std::pair<int64_t, std::string>, std::vector<MemoryStep>> m_memory;
  uint64_t m_otherNvtx = 0;
  uint64_t m_events = 0;
};

} // namespace pstudio::nsight
