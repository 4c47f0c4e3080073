// SPDX-License-Identifier: Apache-2.0
// A recursive-descent parser: alternatives, sequences, repetitions, atoms.
#include "core/search/regex_parser.h"

#include <memory>
#include <optional>

namespace pstudio {
namespace {

using Step = TextMatcher::Step;
using StepKind = TextMatcher::StepKind;
using ByteSet = TextMatcher::ByteSet;

constexpr uint32_t kUnlimited = 0xffffffffu;
constexpr uint32_t kMostRepetitions = 1000;
constexpr uint32_t kMostWritten = 100'000;
constexpr int kMostGroups = 100; // within each other

/// A part of an expression.
struct RegexNode {
  enum class Kind : uint8_t { Bytes, Assertion, Sequence, Choice, Repeat };
  Kind kind = Kind::Sequence;
  ByteSet bytes;                           ///< of Bytes
  StepKind assertion = StepKind::WordEdge; ///< of Assertion
  uint32_t least = 1, most = 1;            ///< of Repeat
  std::vector<RegexNode> parts;
};

bool isDigitByte(unsigned c) {
  return c >= '0' && c <= '9';
}

ByteSet classOf(char name) {
  ByteSet set;
  for (unsigned c = 0; c < 256; ++c) {
    const bool isDigit = isDigitByte(c);
    const bool isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool isSpace = c == ' ' || (c >= '\t' && c <= '\r');
    const bool isIn = name == 'd' || name == 'D'   ? isDigit
                      : name == 's' || name == 'S' ? isSpace
                                                   : isLetter || isDigit || c == '_';
    set[c] = isIn;
  }
  return name >= 'A' && name <= 'Z' ? ~set : set;
}

/// Both cases of each letter in the set.
ByteSet withoutCase(ByteSet set) {
  for (unsigned c = 'a'; c <= 'z'; ++c) {
    const unsigned upper = c - 'a' + 'A';
    if (set[c] || set[upper])
      set[c] = set[upper] = true;
  }
  return set;
}

class RegexParser {
public:
  explicit RegexParser(std::string_view text) : m_text(text) {}

  Result<RegexNode> parse() {
    PSTUDIO_TRY_ASSIGN(RegexNode all, choice());
    if (!isAtEnd())
      return wrong("\")\" without \"(\"");
    return all;
  }

private:
  bool isAtEnd() const { return m_at == m_text.size(); }
  char peek() const { return m_text[m_at]; }
  bool take(char c) {
    if (isAtEnd() || peek() != c)
      return false;
    ++m_at;
    return true;
  }
  tl::unexpected<Error> wrong(std::string what) const {
    return fail(ErrorCode::InvalidInput, std::move(what), "column " + std::to_string(m_at + 1));
  }

  Result<RegexNode> choice() {
    RegexNode node;
    node.kind = RegexNode::Kind::Choice;
    do {
      PSTUDIO_TRY_ASSIGN(RegexNode part, sequence());
      node.parts.push_back(std::move(part));
    } while (take('|'));
    return node;
  }

  Result<RegexNode> sequence() {
    RegexNode node;
    while (!isAtEnd() && peek() != '|' && peek() != ')') {
      PSTUDIO_TRY_ASSIGN(RegexNode part, repeated());
      node.parts.push_back(std::move(part));
    }
    return node;
  }

  /// A quantifier after another one is rejected as an atom, which bounds the depth of the nodes.
  Result<RegexNode> repeated() {
    PSTUDIO_TRY_ASSIGN(RegexNode part, atom());
    if (isAtEnd())
      return part;
    RegexNode repeat;
    repeat.kind = RegexNode::Kind::Repeat;
    repeat.least = 0;
    repeat.most = kUnlimited;
    if (take('+')) {
      repeat.least = 1;
    } else if (take('?')) {
      repeat.most = 1;
    } else if (peek() == '{') {
      PSTUDIO_TRY(bounds(repeat.least, repeat.most));
    } else if (!take('*')) {
      return part;
    }
    if (part.kind == RegexNode::Kind::Assertion)
      return wrong("nothing to repeat");
    take('?'); // as few as possible: the same texts match
    repeat.parts.push_back(std::move(part));
    return repeat;
  }

  std::optional<uint32_t> number() {
    std::optional<uint32_t> value;
    while (!isAtEnd() && isDigitByte(static_cast<unsigned char>(peek())))
      value = std::min(value.value_or(0) * 10 + static_cast<uint32_t>(m_text[m_at++] - '0'),
                       kMostRepetitions + 1);
    return value;
  }

  /// "{2}", "{2,}" or "{2,5}".
  Result<void> bounds(uint32_t &least, uint32_t &most) {
    ++m_at;
    const std::optional<uint32_t> first = number();
    if (!first)
      return wrong("a number must follow \"{\"");
    least = most = *first;
    if (take(','))
      most = number().value_or(kUnlimited);
    if (!take('}'))
      return wrong("\"{\" without \"}\"");
    if (most < least || least > kMostRepetitions || (most > kMostRepetitions && most != kUnlimited))
      return wrong("repetitions must be ascending and at most 1000");
    return {};
  }

  Result<RegexNode> atom() {
    const char c = m_text[m_at++];
    switch (c) {
    case '(':
      return group();
    case '[':
      return byteClass();
    case '\\':
      return escape();
    case '.': {
      ByteSet all;
      return bytes(~all);
    }
    case '^':
      return assertion(StepKind::LineStart);
    case '$':
      return assertion(StepKind::LineEnd);
    case '*':
    case '+':
    case '?':
    case '{':
      --m_at;
      return wrong("nothing to repeat");
    default:
      return byte(c);
    }
  }

  static RegexNode bytes(const ByteSet &set) {
    RegexNode node;
    node.kind = RegexNode::Kind::Bytes;
    node.bytes = withoutCase(set);
    return node;
  }
  static RegexNode byte(char c) {
    ByteSet set;
    set.set(static_cast<unsigned char>(c));
    return bytes(set);
  }
  static RegexNode assertion(StepKind kind) {
    RegexNode node;
    node.kind = RegexNode::Kind::Assertion;
    node.assertion = kind;
    return node;
  }

  Result<RegexNode> group() {
    if (take('?') && !take(':'))
      return wrong("look-around and named groups are not supported");
    if (++m_depth > kMostGroups)
      return wrong("more than 100 groups within each other");
    PSTUDIO_TRY_ASSIGN(RegexNode inner, choice());
    --m_depth;
    if (!take(')'))
      return wrong("\"(\" without \")\"");
    return inner;
  }

  Result<RegexNode> escape() {
    if (isAtEnd())
      return wrong("a character must follow \"\\\"");
    const char c = m_text[m_at++];
    if (c == 'b' || c == 'B')
      return assertion(c == 'b' ? StepKind::WordEdge : StepKind::NoWordEdge);
    PSTUDIO_TRY_ASSIGN(const ByteSet set, escapedSet(c));
    return bytes(set);
  }

  Result<ByteSet> escapedSet(char c) const {
    ByteSet set;
    if (std::string_view("dDwWsS").find(c) != std::string_view::npos)
      return classOf(c);
    if (c == 't' || c == 'n' || c == 'r') {
      set.set(c == 't' ? '\t' : c == 'n' ? '\n' : '\r');
      return set;
    }
    if (isDigitByte(static_cast<unsigned char>(c)))
      return wrong("back references are not supported");
    if (classOf('w')[static_cast<unsigned char>(c)])
      return wrong(std::string("unknown escape \"\\") + c + "\"");
    set.set(static_cast<unsigned char>(c));
    return set;
  }

  /// One member of a class: a set if it is a class itself, else one byte.
  Result<ByteSet> member() {
    const char c = m_text[m_at++];
    if (c == '\\') {
      if (isAtEnd())
        return wrong("\"[\" without \"]\"");
      return escapedSet(m_text[m_at++]);
    }
    if (static_cast<unsigned char>(c) >= 0x80)
      return wrong("only ASCII characters can be in \"[]\"");
    ByteSet set;
    set.set(static_cast<unsigned char>(c));
    return set;
  }

  static unsigned onlyByte(const ByteSet &set) {
    unsigned c = 0;
    while (!set[c])
      ++c;
    return c;
  }

  Result<RegexNode> byteClass() {
    const bool isInverse = take('^');
    ByteSet all;
    for (bool isFirst = true; isFirst || isAtEnd() || peek() != ']'; isFirst = false) {
      if (isAtEnd())
        return wrong("\"[\" without \"]\"");
      PSTUDIO_TRY_ASSIGN(const ByteSet first, member());
      const bool isRange = m_at + 1 < m_text.size() && peek() == '-' && m_text[m_at + 1] != ']';
      if (!isRange) {
        all |= first;
        continue;
      }
      ++m_at;
      PSTUDIO_TRY_ASSIGN(const ByteSet last, member());
      if (first.count() != 1 || last.count() != 1 || onlyByte(first) > onlyByte(last))
        return wrong("the range in \"[]\" is not ascending");
      for (unsigned c = onlyByte(first); c <= onlyByte(last); ++c)
        all.set(c);
    }
    ++m_at;
    return bytes(isInverse ? ~withoutCase(all) : all);
  }

  std::string_view m_text;
  size_t m_at = 0;
  int m_depth = 0;
};

/// Writes the steps from the last to the first, so that each knows the step after it.
class StepWriter {
public:
  /// The first step of `node`, after which `next` follows; none if there are too many steps.
  std::optional<uint32_t> write(const RegexNode &node, uint32_t next) {
    if (++m_written > kMostWritten)
      return std::nullopt;
    switch (node.kind) {
    case RegexNode::Kind::Bytes:
      m_out.sets.push_back(node.bytes);
      return add({StepKind::Bytes, next, static_cast<uint32_t>(m_out.sets.size() - 1)});
    case RegexNode::Kind::Assertion:
      return add({node.assertion, next, 0});
    case RegexNode::Kind::Sequence:
      return sequence(node, next);
    case RegexNode::Kind::Choice:
      return choice(node, next);
    case RegexNode::Kind::Repeat:
      return repeat(node, next);
    }
    return std::nullopt;
  }
  std::optional<uint32_t> add(const Step &step) {
    if (m_out.steps.size() >= TextMatcher::kMostSteps)
      return std::nullopt;
    m_out.steps.push_back(step);
    return static_cast<uint32_t>(m_out.steps.size() - 1);
  }
  RegexSteps take() { return std::move(m_out); }

private:
  std::optional<uint32_t> sequence(const RegexNode &node, uint32_t next) {
    std::optional<uint32_t> first = next;
    for (size_t i = node.parts.size(); i-- > 0 && first;)
      first = write(node.parts[i], *first);
    return first;
  }

  std::optional<uint32_t> choice(const RegexNode &node, uint32_t next) {
    std::optional<uint32_t> first = write(node.parts.back(), next);
    for (size_t i = node.parts.size() - 1; i-- > 0 && first;) {
      const std::optional<uint32_t> one = write(node.parts[i], next);
      if (!one)
        return std::nullopt;
      first = add({StepKind::Fork, *one, *first});
    }
    return first;
  }

  std::optional<uint32_t> repeat(const RegexNode &node, uint32_t next) {
    const RegexNode &part = node.parts.front();
    std::optional<uint32_t> first = next;
    if (node.most == kUnlimited) {
      const std::optional<uint32_t> loop = add({StepKind::Fork, 0, next});
      if (!loop)
        return std::nullopt;
      const std::optional<uint32_t> body = write(part, *loop);
      if (!body)
        return std::nullopt;
      m_out.steps[*loop].next = *body;
      first = loop;
    } else {
      for (uint32_t i = node.least; i < node.most && first; ++i) {
        first = write(part, *first);
        if (first)
          first = add({StepKind::Fork, *first, next});
      }
    }
    for (uint32_t i = 0; i < node.least && first; ++i)
      first = write(part, *first);
    return first;
  }

  RegexSteps m_out;
  uint32_t m_written = 0; // repetitions of empty groups add no steps
};

} // namespace

Result<RegexSteps> parseRegex(std::string_view expression) {
  PSTUDIO_TRY_ASSIGN(const RegexNode all, RegexParser(expression).parse());
  StepWriter writer;
  // Step 0 leads to the first one, whose number is known last.
  writer.add({StepKind::Fork, 0, 0});
  const uint32_t accept = *writer.add({StepKind::Accept, 0, 0});
  const std::optional<uint32_t> first = writer.write(all, accept);
  if (!first)
    return fail(ErrorCode::InvalidInput, "the expression is too long with its repetitions");
  RegexSteps steps = writer.take();
  steps.steps[0].next = steps.steps[0].other = *first;
  return steps;
}

} // namespace pstudio
