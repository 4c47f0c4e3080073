// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/argument_facts.h"

#include <bit>
#include <charconv>

namespace pstudio {
namespace {

constexpr std::string_view kAlign = "align", kDivisor = "div", kOne = "one", kOffsets = "off32";

std::string factText(const ArgumentFact &fact) {
  switch (fact.kind) {
  case ArgumentFactKind::Aligned:
    return std::string(kAlign) + std::to_string(fact.value);
  case ArgumentFactKind::DivisibleBy:
    return std::string(kDivisor) + std::to_string(fact.value);
  case ArgumentFactKind::EqualsOne:
    return std::string(kOne);
  case ArgumentFactKind::OffsetsIn32:
    return std::string(kOffsets);
  }
  return {};
}

bool parseNumber(std::string_view text, auto &number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool parsePower(std::string_view text, std::string_view name, uint64_t &value) {
  return text.starts_with(name) && parseNumber(text.substr(name.size()), value) &&
         std::has_single_bit(value);
}

Result<ArgumentFact> parseFact(std::string_view text) {
  ArgumentFact fact;
  const size_t colon = text.find(':');
  const std::string_view what =
      colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  if (parsePower(what, kAlign, fact.value))
    fact.kind = ArgumentFactKind::Aligned;
  else if (parsePower(what, kDivisor, fact.value))
    fact.kind = ArgumentFactKind::DivisibleBy;
  else if (what == kOne)
    fact.kind = ArgumentFactKind::EqualsOne;
  else if (what == kOffsets)
    fact.kind = ArgumentFactKind::OffsetsIn32;
  else
    return fail(ErrorCode::InvalidInput, "\"" + std::string(text) + "\" is no fact", {},
                "write N:align16, N:div16, N:one or N:off32 for argument N");
  if (!parseNumber(text.substr(0, colon), fact.argument))
    return fail(ErrorCode::InvalidInput, "\"" + std::string(text) + "\" names no argument");
  return fact;
}

} // namespace

std::string toString(const ArgumentFacts &facts) {
  std::string text;
  for (const ArgumentFact &fact : facts)
    text += (text.empty() ? "" : ",") + std::to_string(fact.argument) + ":" + factText(fact);
  return text;
}

Result<ArgumentFacts> parseArgumentFacts(std::string_view text) {
  ArgumentFacts facts;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    PSTUDIO_TRY_ASSIGN(const ArgumentFact fact, parseFact(text.substr(0, comma)));
    facts.push_back(fact);
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
  }
  return facts;
}

WantedFacts wantedFacts(std::string_view target) {
  if (target == "cuda")
    return {16, 16, true, false};
  if (target == "hip")
    return {16, 16, true, true};
  return {};
}

} // namespace pstudio
