// SPDX-License-Identifier: Apache-2.0
// Breaks a text into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viewer/geometry/text_measure.h"

namespace pstudio {

/// `text` in lines of at most `width` pixels, broken at spaces; a word that is longer has a line of
/// its own. Empty for an empty text.
std::vector<std::string> wrapped(const TextMeasure &measure, FontRole font, std::string_view text,
                                 float width);

} // namespace pstudio
