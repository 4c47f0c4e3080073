// SPDX-License-Identifier: Apache-2.0
// A recursive-descent parser for the little of Python's literal syntax that NumPy writes.
#include "core/run/npy_header.h"

#include <limits>
#include <optional>

namespace pstudio {
namespace {

constexpr size_t kMaxRank = 32; // NumPy's own limit

class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : m_text(text) {}

  Result<NpyHeader> parse() {
    PSTUDIO_TRY(expect('{'));
    while (!accept('}')) {
      PSTUDIO_TRY(parseEntry());
      if (!accept(',')) {
        PSTUDIO_TRY(expect('}'));
        break;
      }
    }
    skipSpace();
    if (m_position != m_text.size())
      return error("text after the dictionary");
    return finish();
  }

private:
  Result<void> parseEntry() {
    PSTUDIO_TRY_ASSIGN(const std::string key, parseString());
    PSTUDIO_TRY(expect(':'));
    if (key == "descr" && !m_descr)
      return assign(m_descr, parseDescr());
    if (key == "fortran_order" && !m_fortranOrder)
      return assign(m_fortranOrder, parseBool());
    if (key == "shape" && !m_shape)
      return assign(m_shape, parseShape());
    return error("unexpected or repeated key '" + key + "'");
  }

  template <class T> Result<void> assign(std::optional<T> &field, Result<T> value) {
    PSTUDIO_TRY_ASSIGN(field, std::move(value));
    return {};
  }

  Result<NpyHeader> finish() {
    if (!m_descr || !m_fortranOrder || !m_shape)
      return error("needs the keys 'descr', 'fortran_order' and 'shape'");
    return NpyHeader{*m_descr, *m_fortranOrder, *m_shape};
  }

  Result<std::string> parseDescr() {
    skipSpace();
    if (peek() == '[')
      return fail(ErrorCode::Unsupported, "structured arrays cannot be read", position(),
                  "save one plain array");
    return parseString();
  }

  Result<std::string> parseString() {
    skipSpace();
    const char quote = peek();
    if (quote != '\'' && quote != '"')
      return error("expected a string");
    const size_t end = m_text.find(quote, m_position + 1);
    if (end == std::string_view::npos)
      return error("a string does not end");
    std::string value(m_text.substr(m_position + 1, end - m_position - 1));
    m_position = end + 1;
    return value;
  }

  Result<bool> parseBool() {
    if (acceptWord("True"))
      return true;
    if (acceptWord("False"))
      return false;
    return error("expected True or False");
  }

  Result<std::vector<int64_t>> parseShape() {
    PSTUDIO_TRY(expect('('));
    std::vector<int64_t> shape;
    while (!accept(')')) {
      if (shape.size() == kMaxRank)
        return error("more than " + std::to_string(kMaxRank) + " dimensions");
      PSTUDIO_TRY_ASSIGN(const int64_t extent, parseExtent());
      shape.push_back(extent);
      if (!accept(',')) {
        PSTUDIO_TRY(expect(')'));
        break;
      }
    }
    return shape;
  }

  Result<int64_t> parseExtent() {
    skipSpace();
    int64_t value = 0;
    const size_t begin = m_position;
    for (; peek() >= '0' && peek() <= '9'; ++m_position) {
      const int digit = peek() - '0';
      if (value > (std::numeric_limits<int64_t>::max() - digit) / 10)
        return error("an extent is too large");
      value = value * 10 + digit;
    }
    if (m_position == begin)
      return error("expected an extent");
    return value;
  }

  void skipSpace() {
    while (peek() == ' ' || peek() == '\n' || peek() == '\t' || peek() == '\r')
      ++m_position;
  }
  char peek() const { return m_position < m_text.size() ? m_text[m_position] : '\0'; }
  bool accept(char c) {
    skipSpace();
    if (m_position == m_text.size() || m_text[m_position] != c)
      return false;
    ++m_position;
    return true;
  }
  bool acceptWord(std::string_view word) {
    skipSpace();
    if (!m_text.substr(m_position).starts_with(word))
      return false;
    m_position += word.size();
    return true;
  }
  Result<void> expect(char c) {
    if (!accept(c))
      return error(std::string("expected '") + c + "'");
    return {};
  }
  std::string position() const { return "header byte " + std::to_string(m_position); }
  tl::unexpected<Error> error(std::string message) const {
    return fail(ErrorCode::InvalidFormat, "not a .npy header: " + std::move(message), position());
  }

  std::string_view m_text;
  size_t m_position = 0;
  std::optional<std::string> m_descr;
  std::optional<bool> m_fortranOrder;
  std::optional<std::vector<int64_t>> m_shape;
};

} // namespace

Result<NpyHeader> parseNpyHeader(std::string_view text) {
  return HeaderParser(text).parse();
}

} // namespace pstudio
