// SPDX-License-Identifier: Apache-2.0
// Turns a regular expression into the steps of an automaton.
#pragma once

#include <string_view>
#include <vector>

#include "core/search/text_matcher.h"

namespace pstudio {

/// Steps and the sets of bytes that they refer to. The first step is 0.
struct RegexSteps {
  std::vector<TextMatcher::Step> steps;
  std::vector<TextMatcher::ByteSet> sets;
};

/// As TextMatcher::make(). O(length of the expression, with its repetitions written out).
Result<RegexSteps> parseRegex(std::string_view expression);

} // namespace pstudio
