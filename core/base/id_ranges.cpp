// SPDX-License-Identifier: Apache-2.0
// Parsing and merging of id ranges.
#include "core/base/id_ranges.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "core/base/check.h"

namespace pstudio {
namespace {

using Range = IdRanges::Range;

constexpr uint32_t kMaxId = std::numeric_limits<uint32_t>::max() - 1;

std::optional<uint32_t> parseId(std::string_view text) {
  uint32_t id = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), id);
  const bool isWhole = error == std::errc() && end == text.data() + text.size() && !text.empty();
  return isWhole && id <= kMaxId ? std::optional(id) : std::nullopt;
}

Result<Range> parseRange(std::string_view text) {
  const size_t dash = text.find('-');
  const std::optional<uint32_t> first = parseId(text.substr(0, dash));
  const std::optional<uint32_t> last =
      dash == std::string_view::npos ? first : parseId(text.substr(dash + 1));
  if (!first || !last || *last < *first)
    return fail(ErrorCode::InvalidInput, "'" + std::string(text) + "' is not a range of ids", {},
                "write ids and ranges from the lower to the higher, such as \"0,2,4-7\"");
  return Range{*first, *last};
}

/// Sorts, and joins what touches or overlaps.
std::vector<Range> merge(std::vector<Range> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const Range &a, const Range &b) { return a.first < b.first; });
  std::vector<Range> merged;
  for (const Range &range : ranges) {
    if (!merged.empty() && range.first <= merged.back().last + 1)
      merged.back().last = std::max(merged.back().last, range.last);
    else
      merged.push_back(range);
  }
  return merged;
}

} // namespace

Result<IdRanges> IdRanges::parse(std::string_view text) {
  std::vector<Range> ranges;
  bool isDone = text.empty();
  while (!isDone) {
    const size_t comma = text.find(',');
    PSTUDIO_TRY_ASSIGN(const Range range, parseRange(text.substr(0, comma)));
    ranges.push_back(range);
    isDone = comma == std::string_view::npos;
    text.remove_prefix(isDone ? text.size() : comma + 1);
  }
  IdRanges set;
  set.m_ranges = merge(std::move(ranges));
  return set;
}

bool IdRanges::contains(uint32_t id) const {
  const auto after =
      std::upper_bound(m_ranges.begin(), m_ranges.end(), id,
                       [](uint32_t value, const Range &range) { return value < range.first; });
  return after != m_ranges.begin() && id <= std::prev(after)->last;
}

uint64_t IdRanges::countBelow(uint32_t end) const {
  uint64_t count = 0;
  for (const Range &range : m_ranges)
    if (range.first < end)
      count += uint64_t{std::min(range.last, end - 1)} - range.first + 1;
  return count;
}

uint32_t IdRanges::at(uint64_t rank) const {
  for (const Range &range : m_ranges) {
    const uint64_t size = uint64_t{range.last} - range.first + 1;
    if (rank < size)
      return range.first + static_cast<uint32_t>(rank);
    rank -= size;
  }
  PSTUDIO_CHECK(false);
}

std::string IdRanges::toString() const {
  std::string text;
  for (const Range &range : m_ranges) {
    if (!text.empty())
      text += ',';
    text += std::to_string(range.first);
    if (range.last != range.first)
      text += '-' + std::to_string(range.last);
  }
  return text;
}

} // namespace pstudio
