// SPDX-License-Identifier: Apache-2.0
// Tests texts against a search query.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/regular_expression.h"

namespace pstudio {

/// The text or expression to search for.
struct SearchQuery {
  std::string text; ///< plain text, or a regular expression
  bool isRegex = false;
  bool operator==(const SearchQuery &) const = default;
};

/// Finds a text, or a match of a regular expression, anywhere in other texts. The case of letters
/// is ignored: of ASCII letters in plain text, of all in regular expressions. [thread: any]
class TextMatcher {
public:
  /// As RegularExpression::make(); a plain text is always valid.
  static Result<TextMatcher> make(const SearchQuery &query);

  /// An empty text matches everything.
  bool matches(std::string_view text) const;
  /// An argument as "key=value". Where the plain text has a value after "=", a number matches only
  /// as a whole: "iteration=7" is not part of "iteration=70".
  bool matchesArgument(std::string_view text, bool isNumber) const;

private:
  std::string m_plain; ///< in lower case
  std::optional<RegularExpression> m_regex;
};

} // namespace pstudio
