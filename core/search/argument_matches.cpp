// SPDX-License-Identifier: Apache-2.0
// Arguments as texts, each distinct one compared once.
#include "core/search/argument_matches.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string>
#include <unordered_map>

#include "core/base/number_text.h"
#include "core/trace/fact_words.h"

namespace pstudio {
namespace {

constexpr uint32_t kSetsBetweenStops = 4096;
constexpr size_t kMaxKnown = 1u << 20; // values that are all different are not kept

/// Type and bits of a value, and its key.
struct ArgumentIdentity {
  uint32_t key = 0;
  ArgType type = ArgType::Int;
  uint64_t bits = 0;
  bool operator==(const ArgumentIdentity &) const = default;
};

struct ArgumentHash {
  size_t operator()(const ArgumentIdentity &identity) const {
    const uint64_t mixed = identity.bits * 0x9e3779b97f4a7c15u ^
                           (uint64_t{identity.key} << 8 | static_cast<uint64_t>(identity.type));
    return static_cast<size_t>((mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9u);
  }
};

std::string shortestText(double value) {
  std::array<char, 32> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return {buffer.data(), end.ptr};
}

uint64_t bitsOf(const Arg &arg) {
  switch (arg.type) {
  case ArgType::Double:
    return std::bit_cast<uint64_t>(arg.doubleValue);
  case ArgType::String:
    return arg.stringValue.value;
  case ArgType::Int:
    return std::bit_cast<uint64_t>(arg.intValue);
  default:
    return arg.uintValue;
  }
}

} // namespace

std::string argumentText(const Trace &trace, const Arg &arg) {
  std::string text(trace.string(arg.key));
  text += '=';
  switch (arg.type) {
  case ArgType::Int:
    return text + std::to_string(arg.intValue);
  case ArgType::Uint:
    return text + std::to_string(arg.uintValue);
  case ArgType::Double:
    return text + shortestText(arg.doubleValue);
  case ArgType::Bool:
    return text + (arg.uintValue != 0 ? "true" : "false");
  case ArgType::String:
    return text += trace.string(arg.stringValue);
  case ArgType::Pointer:
    return text + hexText(arg.uintValue);
  }
  return text;
}

bool argumentMatches(const Trace &trace, const Arg &arg, const TextMatcher &matcher) {
  const bool isNumber = arg.type != ArgType::String;
  const std::string text = argumentText(trace, arg);
  if (matcher.matchesArgument(text, isNumber))
    return true;
  const std::string_view key = trace.string(arg.key), words = wordsOfRecordedArg(key);
  return words != key &&
         matcher.matchesArgument(std::string(words) + text.substr(key.size()), isNumber);
}

std::vector<bool> argumentSetsMatching(const Trace &trace, const TextMatcher &matcher,
                                       const std::stop_token &stop) {
  std::vector<bool> matching(trace.argSetCount());
  std::unordered_map<ArgumentIdentity, bool, ArgumentHash> known;
  const auto isMatch = [&](const Arg &arg) {
    const ArgumentIdentity identity{arg.key.value, arg.type, bitsOf(arg)};
    if (const auto found = known.find(identity); found != known.end())
      return found->second;
    const bool matches = argumentMatches(trace, arg, matcher);
    if (known.size() < kMaxKnown)
      known.emplace(identity, matches);
    return matches;
  };
  for (uint32_t set = 0; set < matching.size(); ++set) {
    if (set % kSetsBetweenStops == 0 && stop.stop_requested())
      break;
    const auto args = trace.args(ArgSetId(set));
    matching[set] = std::ranges::any_of(args, isMatch);
  }
  return matching;
}

} // namespace pstudio
