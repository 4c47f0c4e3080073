// SPDX-License-Identifier: Apache-2.0
#include "core/source/line_events.h"

#include <algorithm>

#include "core/access/launch_accesses.h"

namespace pstudio {
namespace {

constexpr size_t kEventsBetweenStops = 1u << 16;

bool isEvent(const SearchHit &hit) {
  return hit.kind == HitKind::Slice || hit.kind == HitKind::Instant;
}

/// Access hits count the accesses of all launches through, in 32 bits.
void addAccesses(const Trace &trace, const TracePlaces &places, uint32_t line,
                 const std::stop_token &stop, SearchResult &result) {
  uint64_t start = 0;
  for (const Launch &launch : trace.launches()) {
    result.accessStarts.push_back(start);
    if (!launch.accesses)
      continue;
    const memory::AccessTable &table = launch.accesses->table;
    std::vector<bool> isWanted;
    for (const memory::AccessSite &site : table.sites())
      isWanted.push_back(places.ofLocation(site.location) == line);
    const bool hasAny = std::ranges::find(isWanted, true) != isWanted.end();
    for (uint64_t i = 0; hasAny && i < table.size(); ++i) {
      if (i % kEventsBetweenStops == 0 && stop.stop_requested())
        return;
      if (start + i > UINT32_MAX) {
        result.skippedAccesses += table.size() - i;
        break;
      }
      if (const memory::Access access = table[i]; isWanted[access.site])
        result.hits.push_back({access.time.value, static_cast<uint32_t>(start + i), HitKind::Access,
                               HitReason::Argument});
    }
    start += table.size();
  }
}

} // namespace

std::optional<SearchResult> eventsOfLine(const Trace &trace, const TracePlaces &places,
                                         uint32_t line, const std::stop_token &stop) {
  SearchResult result;
  const auto args = trace.sliceArgSets();
  result.slices = MatchBits(args.size());
  for (uint32_t i = 0; i < args.size(); ++i) {
    if (i % kEventsBetweenStops == 0 && stop.stop_requested())
      return std::nullopt;
    if (places.ofArgs(args[i]) != line)
      continue;
    result.slices.set(i);
    result.hits.push_back({trace.sliceBegins()[i], i, HitKind::Slice, HitReason::Argument});
  }
  const auto instants = trace.instants();
  result.instants = MatchBits(instants.size());
  for (uint32_t i = 0; i < instants.size(); ++i) {
    if (places.ofArgs(instants[i].args) != line)
      continue;
    result.instants.set(i);
    result.hits.push_back({instants[i].time.value, i, HitKind::Instant, HitReason::Argument});
  }
  result.tracks = MatchBits(trace.tracks().size());
  addAccesses(trace, places, line, stop, result);
  std::ranges::sort(result.hits, comesBefore);
  if (stop.stop_requested())
    return std::nullopt;
  return result;
}

std::optional<size_t> firstEventFrom(const SearchResult &result, Picoseconds time) {
  std::optional<size_t> first;
  for (size_t i = 0; i < result.hits.size(); ++i) {
    if (!isEvent(result.hits[i]))
      continue;
    if (result.hits[i].beginPs >= time.value)
      return i;
    if (!first)
      first = i;
  }
  return first;
}

size_t eventCount(const SearchResult &result) {
  return static_cast<size_t>(std::ranges::count_if(result.hits, isEvent));
}

} // namespace pstudio
