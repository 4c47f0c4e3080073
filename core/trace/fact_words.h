// SPDX-License-Identifier: Apache-2.0
// Short names for the keys of facts about a launch, for places with room for a few words.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace pstudio {

/// One key of a fact about a launch, and its words.
struct FactWords {
  std::string_view key;
  std::string_view words;
};

/// Every key of a fact that this program adds to a launch, unless the key itself is readable; by
/// key.
std::span<const FactWords> factWords();

/// "record slots per unit" for "buffer.slotsPerUnit"; the key itself if it is not in the table.
std::string_view wordsOfFact(std::string_view key);

/// The value of a fact in words: "argument 2 is 16-byte aligned" for "2:align16" of
/// "compile.facts"; the text itself where it has no such form.
std::string wordsOfFactValue(std::string_view key, std::string_view text);

/// Of an argument of a recorded slice or instant (core/trace/arg_names.h): "iteration" for
/// "instance"; the key itself if it is not in the table.
std::string_view wordsOfRecordedArg(std::string_view key);

} // namespace pstudio
