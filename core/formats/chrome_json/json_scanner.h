// SPDX-License-Identifier: Apache-2.0
// Reads the tokens of valid JSON in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

namespace pstudio {

/// A value that is neither an object nor an array.
struct JsonScalar {
  enum class Type : uint8_t { Null, Bool, Int, Uint, Double, String };
  Type type = Type::Null;
  bool boolean = false;
  int64_t integer = 0;   ///< of Int
  uint64_t natural = 0;  ///< of Uint: above INT64_MAX
  double real = 0;       ///< of Double, after readReal()
  std::string_view text; ///< the string, or the digits as the file has them
};

/// Texts that are not in the file as they are; they stay where they are.
using JsonTextStore = std::deque<std::string>;

/// A position in a JSON text. Each function that reads returns false where the text is not plainly
/// valid JSON (damage, more than 64 levels, numbers beyond a double); the position is undefined
/// then. It accepts nothing that RFC 8259 and UTF-8 do not allow. [not thread-safe]
class JsonScanner {
public:
  /// Strings with escapes are stored in `store`; the others are views of `text`.
  JsonScanner(std::string_view text, JsonTextStore &store)
      : m_begin(text.data()), m_at(m_begin), m_end(m_begin + text.size()), m_store(store) {}

  size_t position() const { return static_cast<size_t>(m_at - m_begin); }
  void setPosition(size_t position) { m_at = m_begin + position; }

  /// Skips blanks and returns the next character; 0 at the end.
  char peek() {
    skipBlank();
    return m_at == m_end ? '\0' : *m_at;
  }
  /// Skips blanks, and `wanted` if it is next.
  bool take(char wanted) {
    if (peek() != wanted)
      return false;
    ++m_at;
    return true;
  }
  /// The key of a member and its colon.
  bool readKey(std::string_view &key) { return peek() == '"' && readString(key) && take(':'); }
  /// A string, number or literal. `real` is not set.
  bool readScalar(JsonScalar &value);
  /// Skips a value of any kind.
  bool skipValue();

private:
  void skipBlank() {
    while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t'))
      ++m_at;
  }
  bool readString(std::string_view &text);
  bool readEscaped(const char *at, std::string_view &text);
  bool readNumber(JsonScalar &value);
  bool takeWord(std::string_view word);

  const char *m_begin;
  const char *m_at;
  const char *m_end;
  JsonTextStore &m_store;
};

/// Sets `real` of a Double from its digits. False if the number does not fit.
bool readReal(JsonScalar &value);

} // namespace pstudio
