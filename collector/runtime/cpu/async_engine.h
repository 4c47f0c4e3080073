// SPDX-License-Identifier: Apache-2.0
// The model of one SM's copy engine: copies are served one after the other, in order of issue.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "collector/runtime/cpu/model.h"

namespace pstudio::cpu {

/// One asynchronous copy that has been issued but not served.
struct PendingCopy {
  std::byte *destination = nullptr;
  const std::byte *source = nullptr;
  uint32_t bytes = 0;
  int64_t issued = 0;  ///< clock of the issuing thread [virtual cycles]
  uint32_t thread = 0; ///< linear index in the CTA
  uint32_t group = 0;  ///< number of the group of that thread it belongs to
};

/// Served: the bytes have moved, and this is when that is true in the model.
struct ServedCopy {
  uint32_t thread = 0;
  uint32_t group = 0;
  int64_t done = 0; ///< [virtual cycles]
};

/// done = max(issued, engine free) + latency + ceil(bytes / bandwidth). The latency is not
/// occupancy: the next copy's bytes follow at once. The engine's time is kept in bytes, so that
/// many small copies add up without rounding. Lives as long as one launch's queue of CTAs on an SM.
/// [not thread-safe]
class AsyncEngine {
public:
  AsyncEngine(const ModelParameters &model, int64_t startCycle);

  /// O(log pending).
  void issue(const PendingCopy &copy);
  bool hasPending() const { return !m_pending.empty(); }

  /// Serves the copy that was issued first (ties: lower thread, then order of issue) and moves its
  /// bytes. There must be one. O(log pending).
  ServedCopy serveNext();

private:
  struct Entry {
    PendingCopy copy;
    uint64_t number; ///< of the copies of this engine, in order of issue
  };
  static bool isLater(const Entry &a, const Entry &b);

  int64_t m_latency;
  int64_t m_bytesPerCycle;
  int64_t m_freeAtBytes; ///< cycle at which the engine is free, times m_bytesPerCycle
  uint64_t m_issuedCount = 0;
  std::vector<Entry> m_pending; ///< a heap with the copy to serve next on top
};

} // namespace pstudio::cpu
