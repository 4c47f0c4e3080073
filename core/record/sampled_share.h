// SPDX-License-Identifier: Apache-2.0
// The share of a launch's memory accesses that is recorded if loops record each n-th iteration.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/record/implied_accesses.h"
#include "core/record/record.h"
#include "core/record/recording_units.h"

namespace pstudio::record {

/// Counts the recorded accesses of each warp and operation. An operation that follows iterations
/// counts them from the kernel's first to its last, so N records of a warp stand for more than
/// (N - 1) * n and at most N * n accesses: the middle of the two is taken, which is off by at most
/// (n - 1) / 2 for each warp and operation. All others have a record of each access. A record
/// counts as often as it implies accesses. [not thread-safe]
class SampledShare {
public:
  SampledShare(const Sampling &sampling, const OperationTable &operations);

  /// Takes the accesses of a warp into account; each warp comes once. O(records).
  void addWarp(std::span<const Record> accesses);
  /// In (0, 1]. 1 / n if the accesses that follow iterations are unknown, or if nothing was
  /// recorded.
  double part() const;

private:
  const uint32_t m_every;
  const bool m_isKnown;
  const ImpliedAccesses m_implied;
  std::vector<bool> m_isIterated; ///< by operation
  std::vector<uint64_t> m_counts; ///< by operation, of one warp; zero between calls
  double m_recorded = 0;
  double m_all = 0;
};

} // namespace pstudio::record
