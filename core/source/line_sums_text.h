// SPDX-License-Identifier: Apache-2.0
// Figures of source lines in words and as CSV.
#pragma once

#include <string>
#include <string_view>

#include "core/source/line_sums.h"

namespace pstudio {

class SourceTexts;

/// "Self", "Waits": the heading of a column.
std::string_view headingOf(LineColumn column);
/// One sentence about what a column counts.
std::string_view sentenceOf(LineColumn column);
/// True for durations [ps].
constexpr bool isTime(LineColumn column) {
  return column <= LineColumn::InFlight;
}

/// RFC 4180, with a line of column names: every line with records of every file, with its text;
/// times in ns, exact. Unknown values are empty. The columns are the same for every trace.
/// O(lines).
std::string lineSumsCsv(const SourceSums &sums, const SourceTexts &texts);

/// Remarks on omitted data, one sentence a line; "" if nothing is omitted.
std::string lineSumsRemarks(const SourceSums &sums);

} // namespace pstudio
