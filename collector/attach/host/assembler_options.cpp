// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/assembler_options.h"

#include <algorithm>
#include <array>
#include <optional>

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

/// An option of NVRTC, short and long, and its form for ptxas; with a value if it ends with '='.
struct OptionRow {
  std::string_view shortForm, longForm, ptxas;
};
constexpr std::array kOptionRows{
    OptionRow{"-G", "--device-debug", "-g --dont-merge-basicblocks --return-at-end"},
    OptionRow{"-lineinfo", "--generate-line-info", "--generate-line-info"},
    OptionRow{"-maxrregcount=", "--maxrregcount=", "-maxrregcount="},
    OptionRow{"-fmad=", "--fmad=", "--fmad "},
    OptionRow{"-Xptxas=", "--ptxas-options=", ""},
};

/// The value of an option; nullopt if `text` is another option. `next` is the text after it, which
/// is the value of an option without '='.
std::optional<std::string_view> valueIn(std::string_view text, std::string_view next,
                                        std::string_view option) {
  if (!option.ends_with('='))
    return text == option ? std::optional(std::string_view()) : std::nullopt;
  if (text.starts_with(option))
    return text.substr(option.size());
  return text == option.substr(0, option.size() - 1) ? std::optional(next) : std::nullopt;
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

std::string optionsForAssembler(std::span<const std::string> nvrtcOptions) {
  std::string options;
  for (size_t i = 0; i < nvrtcOptions.size(); ++i) {
    const std::string_view next =
        i + 1 < nvrtcOptions.size() ? std::string_view(nvrtcOptions[i + 1]) : std::string_view();
    for (const OptionRow &row : kOptionRows) {
      std::optional<std::string_view> value = valueIn(nvrtcOptions[i], next, row.shortForm);
      if (!value)
        value = valueIn(nvrtcOptions[i], next, row.longForm);
      if (!value)
        continue;
      std::string text(*value);
      if (row.ptxas.empty()) // options of ptxas, separated by commas
        std::ranges::replace(text, ',', ' ');
      options += std::string(row.ptxas) + text + ' ';
    }
  }
  return options;
}

} // namespace pstudio::attach
