// SPDX-License-Identifier: Apache-2.0
// A statement about a launch in words, with its evidence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ids.h"

namespace pstudio::analysis {

/// One number that supports a finding.
struct FindingNumber {
  std::string name; ///< "exposed, median"
  double value = 0;
  std::string unit; ///< "cycles", "ps", "%", "bytes", or empty
};

/// One computed sentence and its evidence. There is no finding without evidence.
struct Finding {
  enum class Severity : uint8_t { Good, Info, Notice, Warning };
  std::string code; ///< stable and short: "overlap.exposed-stage"; also used to disable the finding
  Severity severity = Severity::Info;
  std::string title;  ///< one sentence
  std::string detail; ///< consequences, or the reason for a missing statement; may be empty
  std::vector<FindingNumber> numbers;
  std::vector<SliceId> slices;    ///< examples, the worst first; at most kFindingSlices
  uint32_t channel = 0xffffffffu; ///< of LaunchOverlap::channels, or none
  uint32_t stage = 0xffffffffu;   ///< or none
  uint32_t role = 0xffffffffu;    ///< of LaunchOverlap::roles, or none
  /// Measured time that warps lost to it [ticks, all warps]; 0 for a finding about the data or
  /// about an operation without waits. Within a severity, findings are by descending lost time.
  double lost = 0;
};
inline constexpr size_t kFindingSlices = 16;

} // namespace pstudio::analysis
