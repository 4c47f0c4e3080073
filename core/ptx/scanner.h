// SPDX-License-Identifier: Apache-2.0
// Tokens of PTX modules, with their places.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pstudio::ptx {

/// A part of a text, in bytes from its start.
struct TextRange {
  size_t begin = 0;
  size_t end = 0; ///< offset after the last byte
  bool operator==(const TextRange &) const = default;
};

struct Token {
  enum class Kind : uint8_t {
    End,
    Word,      ///< a name: "%r1", "$L__BB0_2", "_Z3addPf", "ld"
    Directive, ///< ".reg", ".global", ".b32"; a dot alone, too
    Number,    ///< "12", "0x1F", "0f3F800000", "9.0"
    String,    ///< with its quotation marks; the last one may be missing
    Mark,      ///< any other byte: ";", "{", "@"
  };
  Kind kind = Kind::End;
  std::string_view text;
  size_t offset = 0; ///< of the token in the text

  bool is(std::string_view what) const { return kind != Kind::String && text == what; }
  size_t end() const { return offset + text.size(); }
};

/// Splits a part of a text into tokens; white space, comments and lines of a preprocessor ("# 1")
/// are between them. Never fails. The text must outlive the scanner and its tokens.
class Scanner {
public:
  explicit Scanner(std::string_view text) : Scanner(text, {0, text.size()}) {}
  Scanner(std::string_view text, TextRange part);

  /// The next token; of Kind::End at the end of the part, each time. O(length of the token)
  Token next();
  /// The token that next() returns.
  Token peek() const;
  /// Goes on at `offset`, which must lie in the part.
  void seek(size_t offset) { m_at = offset; }
  /// Offset after the last token.
  size_t offset() const { return m_at; }

private:
  std::string_view m_text; ///< up to the end of the part
  size_t m_at = 0;
};

/// The code of a text: its tokens as they are, with one blank where white space or comments
/// separate two of them. Texts with equal tokens have equal codes. O(length)
std::string withoutComments(std::string_view text);

/// True for a byte that names contain after their first byte.
bool isNameByte(char c);

} // namespace pstudio::ptx
