// SPDX-License-Identifier: Apache-2.0
#include "core/attach/process_choice.h"

#include <algorithm>
#include <charconv>

#include "core/base/glob.h"
#include "core/base/number_text.h"

namespace pstudio::attach {
namespace {

constexpr std::string_view kRank = "rank=", kName = "name=", kFirst = "first=";

std::optional<uint64_t> wholeNumber(std::string_view text) {
  uint64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isWhole = error == std::errc() && rest == text.data() + text.size();
  return isWhole && number <= ProcessChoice::kMaxNumber ? std::optional(number) : std::nullopt;
}

tl::unexpected<Error> rejected(std::string_view text, std::string what) {
  return fail(ErrorCode::InvalidInput, "\"" + std::string(text) + "\" " + std::move(what),
              "--processes",
              "use all, rank=0,3, rank=0-3, name=GLOB or first=N; ranks count from 0");
}

} // namespace

Result<ProcessChoice> ProcessChoice::parse(std::string_view text) {
  ProcessChoice choice;
  if (text.empty() || text == "all")
    return choice;
  if (text.starts_with(kName) && text.size() > kName.size()) {
    choice.m_kind = Kind::Name;
    choice.m_glob = text.substr(kName.size());
    return choice;
  }
  if (text.starts_with(kFirst)) {
    const std::optional<uint64_t> count = wholeNumber(text.substr(kFirst.size()));
    if (!count || *count == 0)
      return rejected(text, "has no number of processes from 1 to 1,000,000,000");
    choice.m_kind = Kind::First;
    choice.m_first = *count;
    return choice;
  }
  if (!text.starts_with(kRank))
    return rejected(text, "is no choice of processes");
  choice.m_kind = Kind::Ranks;
  for (size_t at = kRank.size(); at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string_view part = text.substr(at, end - at);
    const size_t dash = part.find('-');
    const auto first = wholeNumber(part.substr(0, dash));
    const auto last = dash == part.npos ? first : wholeNumber(part.substr(dash + 1));
    if (!first || !last || *last < *first)
      return rejected(text, "has no rank or range of ranks in \"" + std::string(part) + "\"");
    if (choice.m_ranks.size() == kMaxRanges)
      return rejected(text, "has more than " + countText(kMaxRanges) + " ranges of ranks");
    choice.m_ranks.push_back({*first, *last});
    at = end + 1;
  }
  return choice;
}

std::optional<std::string> ProcessChoice::reasonToLeaveOut(const ProcessFacts &process) const {
  switch (m_kind) {
  case Kind::All:
    return std::nullopt;
  case Kind::Name:
    if (matchesGlob(process.name, m_glob))
      return std::nullopt;
    return "its name does not match " + m_glob;
  case Kind::First:
    if (process.chosen < m_first)
      return std::nullopt;
    return countText(m_first, "process was", "processes were") + " chosen before it";
  case Kind::Ranks:
    break;
  }
  if (process.rank.empty())
    return "it has no rank";
  const std::optional<uint64_t> rank = wholeNumber(process.rank);
  const bool isChosen = rank && std::ranges::any_of(m_ranks, [&rank](const RankRange &range) {
                          return *rank >= range.first && *rank <= range.last;
                        });
  return isChosen ? std::nullopt : std::optional("rank " + std::string(process.rank));
}

} // namespace pstudio::attach
