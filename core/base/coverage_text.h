// SPDX-License-Identifier: Apache-2.0
// Shares of what was recorded: a share that lacks something never reads "100 %".
#pragma once

#include <string>

#include "core/base/number_text.h"

namespace pstudio {

/// "more than 99.9 %" of a share that is below 1 and "less than 0.1 %" of one that is above 0,
/// where rounded digits would contradict the note about the missing data; else percent(share).
template <class Percent> std::string coverageText(double share, const Percent &percent) {
  if (share > 0.999 && share < 1)
    return "more than 99.9 %";
  return share > 0 && share < 0.001 ? std::string("less than 0.1 %") : percent(share);
}

/// With at least `digits` significant digits.
inline std::string coverageText(double share, int digits = 4) {
  return coverageText(share, [digits](double part) { return percentText(part, digits); });
}

} // namespace pstudio
