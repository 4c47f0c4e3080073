// SPDX-License-Identifier: Apache-2.0
// The tokens of LLVM's assembly text, to the extent that rewriting requires.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pstudio::foreign {

enum class LlTokenKind : uint8_t {
  Word,        ///< keyword, type, label or field name: `define`, `i32`, `entry`
  Global,      ///< `@f`, `@"a b"`
  Local,       ///< `%x`, `%0`, `%"a b"`
  Metadata,    ///< `!12`, `!dbg`, `!DILocation`, or `!` alone before a string or brace
  Hash,        ///< `#0`, `#dbg_value`
  Other,       ///< `$comdat`, `^0`
  String,      ///< `"..."` with its quotes
  Number,      ///< `-1`, `1.5e+00`, `0x3F`
  Punctuation, ///< one character
};

/// Bytes [begin, end) of the text.
struct LlToken {
  LlTokenKind kind;
  bool startsLine = false; ///< it is the first one on its line
  size_t begin = 0;
  size_t end = 0;
};

/// The tokens of `text`, comments left out. Never fails: a byte that begins nothing is Punctuation,
/// and a string without an end reaches to the end of the text; LLVM's parser reports the error.
/// O(bytes).
std::vector<LlToken> lexLl(std::string_view text);

} // namespace pstudio::foreign
