// SPDX-License-Identifier: Apache-2.0
// Words and columns for what RE2 rejects.
#include "core/base/regular_expression.h"

#include <re2/re2.h>

namespace pstudio {
namespace {

constexpr std::string_view kTooLong = "the expression is too long with its repetitions";
constexpr int64_t kMaxMemory = int64_t{2} << 20;
constexpr int kMaxSteps = 20'000;
constexpr size_t kLongestWithColumn = 256; // the column takes one compilation for each character

re2::RE2::Options optionsOf(LetterCase letterCase) {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_dot_nl(true);
  options.set_never_capture(true);
  options.set_max_mem(kMaxMemory);
  options.set_case_sensitive(letterCase == LetterCase::Exact);
  return options;
}

std::string messageOf(const re2::RE2 &program) {
  const std::string &part = program.error_arg();
  switch (program.error_code()) {
  case re2::RE2::ErrorMissingParen:
    return "\"(\" without \")\"";
  case re2::RE2::ErrorUnexpectedParen:
    return "\")\" without \"(\"";
  case re2::RE2::ErrorMissingBracket:
    return "\"[\" without \"]\"";
  case re2::RE2::ErrorBadCharClass:
  case re2::RE2::ErrorBadCharRange:
    return "\"" + part + "\" is no class of characters";
  case re2::RE2::ErrorRepeatArgument:
  case re2::RE2::ErrorRepeatOp:
    return "nothing to repeat";
  case re2::RE2::ErrorRepeatSize:
    return "repetitions must ascend and be at most 1000 together";
  case re2::RE2::ErrorTrailingBackslash:
    return "a character must follow \"\\\"";
  case re2::RE2::ErrorBadEscape:
    return part.size() > 1 && part[1] >= '1' && part[1] <= '9' ? "back references are not supported"
                                                               : "unknown escape \"" + part + "\"";
  case re2::RE2::ErrorBadPerlOp:
    return "look-around is not supported";
  case re2::RE2::ErrorBadNamedCapture:
    return "\"" + part + "\" is no name of a group";
  case re2::RE2::ErrorBadUTF8:
    return "the expression is not UTF-8";
  case re2::RE2::ErrorPatternTooLarge:
    return std::string(kTooLong);
  default:
    return program.error();
  }
}

bool isInsideCharacter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// From 1: the first character from which on every beginning of the expression fails in the
/// same way. RE2 returns the wrong part, but not its place.
size_t columnOf(const std::string &expression, const re2::RE2 &failed,
                const re2::RE2::Options &options) {
  size_t column = 0;
  for (const char byte : expression)
    column += !isInsideCharacter(byte);
  for (size_t length = expression.size(); length-- > 1;) {
    if (isInsideCharacter(expression[length]))
      continue;
    const re2::RE2 beginning(expression.substr(0, length), options);
    if (beginning.error_code() != failed.error_code())
      break;
    --column;
  }
  return column;
}

} // namespace

RegularExpression::RegularExpression(std::shared_ptr<const re2::RE2> program)
    : m_program(std::move(program)) {}

Result<RegularExpression> RegularExpression::make(const std::string &expression,
                                                  LetterCase letterCase) {
  const re2::RE2::Options options = optionsOf(letterCase);
  auto program = std::make_shared<const re2::RE2>(expression, options);
  if (program->ok() && program->ProgramSize() <= kMaxSteps)
    return RegularExpression(std::move(program));
  if (program->ok())
    return fail(ErrorCode::InvalidInput, std::string(kTooLong));
  const bool hasPlace = program->error_code() != re2::RE2::ErrorPatternTooLarge &&
                        expression.size() <= kLongestWithColumn;
  return fail(ErrorCode::InvalidInput, messageOf(*program),
              hasPlace ? "column " + std::to_string(columnOf(expression, *program, options)) : "");
}

bool RegularExpression::isFoundIn(std::string_view text) const {
  return re2::RE2::PartialMatch({text.data(), text.size()}, *m_program);
}

bool RegularExpression::matchesWhole(std::string_view text) const {
  return re2::RE2::FullMatch({text.data(), text.size()}, *m_program);
}

} // namespace pstudio
