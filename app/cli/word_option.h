// SPDX-License-Identifier: Apache-2.0
// Options whose value is a word of a list. Check, help, default and error are made of the list, so
// none shows the number of an enumerator.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

namespace pstudio::cli {

/// Adds an option that accepts exactly `words` and calls `take` with the index of the given one.
/// The help lists the words, and `initial` as the default unless it is the number of words.
inline CLI::Option *addWordOption(CLI::App &command, const std::string &name,
                                  std::vector<std::string> words, size_t initial,
                                  std::function<void(size_t)> take, const std::string &help) {
  const auto choose = [words, take = std::move(take)](const std::string &word) {
    take(static_cast<size_t>(std::ranges::find(words, word) - words.begin()));
  };
  CLI::Option *option = command.add_option_function<std::string>(name, choose, help);
  if (initial < words.size())
    option->default_str(words[initial]);
  return option->check(CLI::IsMember(std::move(words)));
}

/// The same for an enumeration: the value before the call is the default. `value` has to live as
/// long as `command`.
template <class T>
CLI::Option *addWordOption(CLI::App &command, const std::string &name, T &value,
                           const std::vector<std::pair<std::string, T>> &values,
                           const std::string &help) {
  std::vector<std::string> words;
  for (const auto &entry : values)
    words.push_back(entry.first);
  const auto initial =
      std::ranges::find(values, value, &std::pair<std::string, T>::second) - values.begin();
  return addWordOption(
      command, name, std::move(words), static_cast<size_t>(initial),
      [&value, values](size_t index) { value = values[index].second; }, help);
}

} // namespace pstudio::cli
