// SPDX-License-Identifier: Apache-2.0
// Numbers of records that were written, dropped or left without their start or end, where the file
// has them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/trace/trace.h"

namespace pstudio {

/// Records of one launch or of several.
struct RecordCounts {
  uint64_t written = 0;   ///< by the kernel, kept or not
  uint64_t dropped = 0;   ///< written but not kept
  uint64_t unmatched = 0; ///< kept without their start or end
  bool operator==(const RecordCounts &) const = default;
};

/// None where the file does not have them: those of other programs, such as the Chrome traces of
/// Triton Proton, have neither counts nor a grid.
std::optional<RecordCounts> recordCounts(const Launch &launch);

/// Part of the time of its recorded warps that the kept records of a launch cover, 0 to 1; none if
/// none was dropped, or if it is not known.
std::optional<double> coveredPart(const Trace &trace, const Launch &launch);

/// "records cover 1.2 % of the time", or of several launches "1.2 % to 40 %"; empty if no launch
/// has a coveredPart(). O(launches).
std::string coveredText(const Trace &trace);

/// The sum over the launches that have counts; none if no launch has. O(launches).
std::optional<RecordCounts> recordCounts(const Trace &trace);

} // namespace pstudio
