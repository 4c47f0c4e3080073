// SPDX-License-Identifier: Apache-2.0
// The elements that two sequences have in common, by Myers' algorithm in linear space.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pstudio {

/// A stretch of the left sequence, [leftBegin, leftEnd), and what stands for it on the right.
struct DiffBlock {
  uint32_t leftBegin = 0, leftEnd = 0;
  uint32_t rightBegin = 0, rightEnd = 0;
  bool isEqual = true; ///< the same elements, one by one; else replaced, removed or added
  bool operator==(const DiffBlock &) const = default;
};

struct SequenceDiff {
  std::vector<DiffBlock> blocks; ///< without gaps, equal and different ones by turns
  /// The work limit was reached: some parts are reported as different although they may share
  /// elements.
  bool isCoarse = false;
};

/// Comparisons that a difference may take: about 0.2 s.
inline constexpr uint64_t kDiffWorkLimit = 60'000'000;

/// A shortest difference of two sequences whose elements are equal if their numbers are (E. W.
/// Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, section 4b). Memory O(N + M),
/// time O((N + M) D) for D differences, at most some `workLimit` steps. [thread: any]
SequenceDiff diffSequences(std::span<const uint32_t> left, std::span<const uint32_t> right,
                           uint64_t workLimit = kDiffWorkLimit);

} // namespace pstudio
