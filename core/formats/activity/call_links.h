// SPDX-License-Identifier: Apache-2.0
// Arrows from calls of the host to the work of a GPU that they started.
#pragma once

#include <cstdint>
#include <vector>

#include "core/trace/trace_builder.h"

namespace pstudio::activity {

/// Collects calls and work with their correlation ids, in any order. [not thread-safe]
class CallLinks {
public:
  /// A call of the host. `process` separates the ids of processes.
  void addCall(uint64_t process, uint64_t correlation, int64_t beginNs, BuilderSlice slice) {
    m_calls.push_back({process, correlation, beginNs, slice});
  }
  /// Work of a GPU. 0 is no correlation.
  void addWork(uint64_t process, uint64_t correlation, int64_t beginNs, BuilderSlice slice) {
    if (correlation != 0)
      m_work.push_back({process, correlation, beginNs, slice});
  }
  /// Adds an arrow to each piece of work from the last call of its id that began before it, or else
  /// from the first one. \return the number of pieces without a call, 0 if there are no calls at
  /// all. O(n log n).
  uint64_t connect(TraceBuilder &trace);

private:
  struct End {
    uint64_t process = 0;
    uint64_t correlation = 0;
    int64_t beginNs = 0;
    BuilderSlice slice;
  };
  static bool isBefore(const End &a, const End &b);

  std::vector<End> m_calls, m_work;
};

} // namespace pstudio::activity
