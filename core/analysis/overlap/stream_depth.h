// SPDX-License-Identifier: Apache-2.0
// The mean and the maximum number of operations of a stream in flight.
#pragma once

#include <vector>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {

/// True if completeBefore of the operation is an upper limit of its flight.
inline bool hasKnownEnd(const AsyncOperation &operation) {
  return isMeasured(operation.completion) || operation.completion == Completion::EndOnly;
}

/// Accumulates streams. An operation is in flight from its issue to completeBefore. [not
/// thread-safe]
class StreamDepth {
public:
  /// O(n log n) in the operations, linear if they complete in order.
  void add(const LaunchOverlap &launch, const AsyncStream &stream);
  double mean() const { return m_time > 0 ? m_area / m_time : 0; } ///< over the streams' time
  uint32_t most() const { return m_most; }                         ///< of one stream at once

private:
  std::vector<int64_t> m_begins, m_ends; // scratch
  double m_area = 0;
  double m_time = 0;
  uint32_t m_most = 0;
};

} // namespace pstudio::analysis
