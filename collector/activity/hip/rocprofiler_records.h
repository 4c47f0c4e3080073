// SPDX-License-Identifier: Apache-2.0
// Converts rocprofiler-sdk's records to an ActivityLog.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <string>

#include "collector/activity/hip/rocprofiler_library.h"
#include "collector/activity/hip/shared_log.h"

namespace pstudio::roc {

/// Reads the records that the library's threads pass. [thread: any]
class RocprofilerReader {
public:
  explicit RocprofilerReader(const RocprofilerLibrary &library) : m_library(library) {}

  /// Stores the name of a loaded kernel for the records of its launches.
  void noteSymbol(const RocprofilerCallbackRecord &record);
  /// Reads the records of a buffer. Calls that only poll for completion are left out: the waiting
  /// of this program makes thousands of them. A record that is too short for the fields that are
  /// read is counted. O(records).
  void read(std::span<RocprofilerRecord *const> records, uint64_t dropped);

  SharedLog &log() { return m_log; }

private:
  void addDispatch(const std::byte *at, activity::ActivityLog &log);
  void addCopy(const std::byte *at, activity::ActivityLog &log);
  void addCall(const std::byte *at, activity::ActivityLog &log);
  std::string kernelName(uint64_t kernel) const;

  const RocprofilerLibrary &m_library;
  SharedLog m_log;
  HandleNumbers m_agents, m_queues; ///< with the log's lock
  mutable std::mutex m_mutex;       ///< of the names
  std::map<uint64_t, std::string> m_kernels;
};

} // namespace pstudio::roc
