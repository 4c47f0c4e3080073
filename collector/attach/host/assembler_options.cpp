// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/assembler_options.h"

#include <algorithm>
#include <array>

namespace pstudio::attach {
namespace {

constexpr std::array<std::string_view, 7> kLeftOut{"-c",    "--compile-only", "-v", "--verbose",
                                                   "-arch", "--gpu-name",     "-m"};
/// Options whose values are files.
constexpr std::array<std::string_view, 6> kFiles{"-o", "--output-file",     "-optf",
                                                 "-i", "--input-as-string", "--options-file"};

bool isAmong(std::string_view option, const auto &options) {
  return std::ranges::find(options, option.substr(0, option.find('='))) != options.end();
}

std::string_view takeWord(std::string_view &text) {
  const size_t begin = std::min(text.find_first_not_of(" \t\n"), text.size());
  text.remove_prefix(begin);
  const std::string_view word = text.substr(0, text.find_first_of(" \t\n"));
  text.remove_prefix(word.size());
  return word;
}

} // namespace

std::vector<std::string> codeOptions(std::string_view options) {
  std::vector<std::string> words;
  bool isTaken = false; // the last option, with its values
  for (std::string_view word = takeWord(options); !word.empty(); word = takeWord(options)) {
    if (word.starts_with('-'))
      isTaken = !isAmong(word, kLeftOut) && !isAmong(word, kFiles);
    if (isTaken && word.find('/') == word.npos)
      words.emplace_back(word);
  }
  return words;
}

} // namespace pstudio::attach
