// SPDX-License-Identifier: Apache-2.0
#include "core/remote/command_words.h"

#include <algorithm>

namespace pstudio {
namespace {

tl::unexpected<Error> badCommand(std::string message, std::string_view command) {
  return fail(ErrorCode::InvalidInput, std::move(message), std::string(command),
              "write it as in a terminal, such as: ssh HOST proton-collect worker");
}

/// Whether a backslash before `next` is one: as in a shell, most characters in "..." keep it.
bool isEscape(char quote, char next) {
  if (quote == '\'')
    return false;
  return quote == '\0' || std::string_view("$`\"\\").find(next) != std::string_view::npos;
}

/// Takes one word off the front of `text`. False where a quote has no end.
bool takeWord(std::string_view &text, std::string &word) {
  char quote = '\0';
  for (; !text.empty() && (quote != '\0' || text[0] != ' '); text.remove_prefix(1)) {
    const char c = text[0];
    if (quote == '\0' && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote) {
      quote = '\0';
    } else if (c == '\\' && text.size() > 1 && isEscape(quote, text[1])) {
      text.remove_prefix(1);
      word += text[0];
    } else {
      word += c;
    }
  }
  return quote == '\0';
}

} // namespace

Result<std::vector<std::string>> splitCommand(std::string_view command) {
  if (std::ranges::any_of(command, [](char c) { return c >= '\0' && c < ' '; }))
    return badCommand("the command contains a control character", "worker command");
  std::vector<std::string> words;
  for (std::string_view text = command; true;) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    if (text.empty())
      break;
    if (!takeWord(text, words.emplace_back()))
      return badCommand("the command contains an unterminated quote", command);
  }
  if (words.empty() || words.front().empty())
    return badCommand("the command is empty", "worker command");
  return words;
}

bool isSshCommand(const std::vector<std::string> &words) {
  if (words.empty())
    return false;
  const std::string &program = words.front();
  return program.substr(program.rfind('/') + 1) == "ssh";
}

} // namespace pstudio
