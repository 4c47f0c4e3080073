// SPDX-License-Identifier: Apache-2.0
// Regular expressions that take linear time, by RE2.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace re2 {
class RE2;
} // namespace re2

namespace pstudio {

/// Whether the case of letters matters in a match.
enum class LetterCase : uint8_t { Exact, Ignored };

/// A regular expression in the syntax of RE2: no look-around, no back references. A `.` matches
/// any character, also the end of a line; `^` and `$` are the ends of the text. Bytes of a text
/// that are not UTF-8 match no character.
///
/// O(length of the text x length of the expression) for any expression, without recursion, in at
/// most 2 MiB and 20,000 steps. [thread: any] [copies share the compiled expression]
class RegularExpression {
public:
  /// InvalidInput, with "column N" as `where` if the place is known, for an expression that is not
  /// valid or needs too much memory.
  static Result<RegularExpression> make(const std::string &expression, LetterCase letterCase);

  bool isFoundIn(std::string_view text) const;
  bool matchesWhole(std::string_view text) const;

private:
  explicit RegularExpression(std::shared_ptr<const re2::RE2> program);

  std::shared_ptr<const re2::RE2> m_program;
};

} // namespace pstudio
