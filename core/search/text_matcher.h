// SPDX-License-Identifier: Apache-2.0
// Tests texts against what a user searches for.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// What is searched for.
struct SearchQuery {
  std::string text; ///< plain text, or a regular expression
  bool isRegex = false;
  bool operator==(const SearchQuery &) const = default;
};

/// Finds a text, or a match of a regular expression, anywhere in other texts. The case of ASCII
/// letters is ignored; other bytes match themselves.
///
/// Regular expressions: `.` `[a-z]` `[^a]` `\d` `\w` `\s` `\D` `\W` `\S` `\b` `\B` `^` `$` `(a|b)`
/// `(?:a)` `*` `+` `?` `{2}` `{2,}` `{2,5}`. A `.` and a class match one byte. They are run as
/// automata: O(length of the text x length of the expression) for any expression, without
/// recursion. [thread: any]
class TextMatcher {
public:
  /// InvalidInput, with the position as `where`, for an expression that is not valid, that uses
  /// back references or look-around, or that needs more than kMostSteps steps.
  static Result<TextMatcher> make(const SearchQuery &query);

  /// An empty plain text matches everything.
  bool matches(std::string_view text) const;

  static constexpr size_t kMostSteps = 4000;

  /// A step of the automaton.
  enum class StepKind : uint8_t { Bytes, Fork, LineStart, LineEnd, WordEdge, NoWordEdge, Accept };
  struct Step {
    StepKind kind = StepKind::Accept;
    uint32_t next = 0;  ///< of all but Accept
    uint32_t other = 0; ///< of Fork; of Bytes: index of its set
  };
  using ByteSet = std::bitset<256>;

private:
  std::string m_plain; ///< in lower case
  bool m_isRegex = false;
  std::vector<Step> m_steps;
  std::vector<ByteSet> m_sets;
};

} // namespace pstudio
