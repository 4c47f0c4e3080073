// SPDX-License-Identifier: Apache-2.0
// Something worth knowing of a launch, in words, with what it rests on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ids.h"

namespace pstudio::analysis {

/// One number that a finding rests on.
struct FindingNumber {
  std::string name; ///< "exposed, median"
  double value = 0;
  std::string unit; ///< "cycles", "ps", "%", "bytes", or empty
};

/// One sentence that was computed, and the evidence. Nothing is said without any.
struct Finding {
  enum class Severity : uint8_t { Good, Info, Notice, Warning };
  std::string code; ///< stable and short: "overlap.exposed-stage"; what it is switched off by
  Severity severity = Severity::Info;
  std::string title;  ///< one sentence
  std::string detail; ///< what follows from it, or why it cannot be said; may be empty
  std::vector<FindingNumber> numbers;
  std::vector<SliceId> slices;    ///< examples, the worst first; at most kFindingSlices
  uint32_t channel = 0xffffffffu; ///< of LaunchOverlap::channels, or none
  uint32_t stage = 0xffffffffu;   ///< or none
  uint32_t role = 0xffffffffu;    ///< of LaunchOverlap::roles, or none
  /// Time that warps lost to it, as measured [ticks, all warps]; 0 for a finding about the data or
  /// about what no warp waited for. Of one severity, the largest comes first.
  double lost = 0;
};
inline constexpr size_t kFindingSlices = 16;

} // namespace pstudio::analysis
