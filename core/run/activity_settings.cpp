// SPDX-License-Identifier: Apache-2.0
#include "core/run/activity_settings.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/base/json_field.h"

namespace pstudio {
namespace {

struct Kind {
  std::string_view name;
  bool ActivityKinds::*member;
};
constexpr std::array kKinds{
    Kind{"kernels", &ActivityKinds::kernels}, Kind{"copies", &ActivityKinds::copies},
    Kind{"memsets", &ActivityKinds::memsets}, Kind{"api", &ActivityKinds::api}};
constexpr std::string_view kNone = "none";
constexpr std::string_view kAll = "all";
constexpr size_t kMostCounters = 64;
constexpr int64_t kShortestPeriod = int64_t{1} << 5;
constexpr int64_t kLongestPeriod = int64_t{1} << 31;

/// The words between commas and blanks.
std::vector<std::string_view> wordsOf(std::string_view text) {
  constexpr std::string_view kBetween = ", \t\n";
  std::vector<std::string_view> words;
  for (size_t at = text.find_first_not_of(kBetween); at != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(kBetween, end);
  }
  return words;
}

bool isCounterName(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
  });
}

} // namespace

std::string ActivityKinds::toString() const {
  std::string text;
  for (const Kind &kind : kKinds)
    if (this->*kind.member)
      text += (text.empty() ? "" : ",") + std::string(kind.name);
  return text.empty() ? std::string(kNone) : text;
}

Result<ActivityKinds> ActivityKinds::parse(std::string_view text) {
  const std::vector<std::string_view> words = wordsOf(text);
  if (words.size() == 1 && words[0] == kNone)
    return none();
  if (words.size() == 1 && words[0] == kAll)
    return ActivityKinds();
  ActivityKinds kinds = none();
  std::vector<std::string_view> known;
  for (const Kind &kind : kKinds)
    known.push_back(kind.name);
  for (const std::string_view word : words) {
    const auto *found = std::ranges::find(kKinds, word, &Kind::name);
    if (found == kKinds.end())
      return fail(ErrorCode::InvalidInput, "there is no activity '" + std::string(word) + "'", {},
                  nameHint(word, known));
    kinds.*found->member = true;
  }
  if (words.empty())
    return fail(ErrorCode::InvalidInput, "no activity is named", {},
                "write 'none', 'all', or some of kernels, copies, memsets, api");
  return kinds;
}

Result<uint32_t> checkPcPeriod(int64_t cycles) {
  const bool isPeriod = cycles >= kShortestPeriod && cycles <= kLongestPeriod &&
                        std::has_single_bit(static_cast<uint64_t>(cycles));
  if (cycles != 0 && !isPeriod)
    return fail(ErrorCode::InvalidInput, std::to_string(cycles) + " cycles are no sampling period",
                {}, "a power of two from 32 to 2147483648, or 0 for the tool's own choice");
  return static_cast<uint32_t>(cycles);
}

Result<std::vector<std::string>> parseCounters(std::string_view text) {
  std::vector<std::string> counters;
  for (const std::string_view word : wordsOf(text)) {
    if (!isCounterName(word))
      return fail(ErrorCode::InvalidInput, "'" + std::string(word) + "' is no name of a counter",
                  {}, "such as sm__cycles_elapsed.avg");
    if (std::ranges::find(counters, word) == counters.end())
      counters.emplace_back(word);
  }
  if (counters.size() > kMostCounters)
    return fail(ErrorCode::InvalidInput, "a run collects at most 64 counters");
  return counters;
}

std::string countersText(const std::vector<std::string> &counters) {
  std::string text;
  for (const std::string &name : counters)
    text += (text.empty() ? "" : ",") + name;
  return text;
}

} // namespace pstudio
