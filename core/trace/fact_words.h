// SPDX-License-Identifier: Apache-2.0
// What the keys of facts about a launch are called where there is room for a few words.
#pragma once

#include <span>
#include <string_view>

namespace pstudio {

/// One key of a fact about a launch, and its words.
struct FactWords {
  std::string_view key;
  std::string_view words;
};

/// Every key that this program gives a launch and that is not words itself, by key.
std::span<const FactWords> factWords();

/// "records kept per unit" for "buffer.slotsPerUnit"; the key itself if it is not in the table.
std::string_view wordsOfFact(std::string_view key);

/// Of an argument of a recorded slice or instant (core/trace/arg_names.h): "iteration" for
/// "instance"; the key itself if it is not in the table.
std::string_view wordsOfRecordedArg(std::string_view key);

} // namespace pstudio
