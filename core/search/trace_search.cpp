// SPDX-License-Identifier: Apache-2.0
// Flags of distinct texts first, then one pass over each table of the trace.
#include "core/search/trace_search.h"

#include <algorithm>
#include <tuple>

#include "core/access/launch_accesses.h"
#include "core/search/argument_matches.h"

namespace pstudio {
namespace {

constexpr size_t kItemsBetweenStops = 1u << 16;
constexpr size_t kSortedAtOnce = 1u << 18;

/// Compares each distinct string of the trace once.
class StringMatches {
public:
  StringMatches(const Trace &trace, const TextMatcher &matcher)
      : m_trace(trace), m_matcher(matcher) {}

  bool operator()(StringId id) {
    if (!id.isValid() || id.value == 0)
      return false;
    if (id.value >= m_known.size())
      m_known.resize(id.value + 1, Known::No);
    Known &known = m_known[id.value];
    if (known == Known::No)
      known = m_matcher.matches(m_trace.string(id)) ? Known::Matches : Known::Differs;
    return known == Known::Matches;
  }

private:
  enum class Known : uint8_t { No, Matches, Differs };
  const Trace &m_trace;
  const TextMatcher &m_matcher;
  std::vector<Known> m_known;
};

/// One search; its parts return early when a stop is requested.
class TraceSearch {
public:
  TraceSearch(const Trace &trace, const TextMatcher &matcher, const TrackNames &trackNames,
              const std::stop_token &stop, SearchParts parts)
      : m_trace(trace), m_matcher(matcher), m_trackNames(trackNames), m_stop(stop), m_parts(parts),
        m_names(trace, matcher) {}

  std::optional<SearchResult> run() {
    if (searches(SearchPart::Arguments))
      m_argSets = argumentSetsMatching(m_trace, m_matcher, m_stop);
    searchTracks();
    searchSlices();
    searchInstants();
    for (uint32_t launch = 0; searches(SearchPart::Accesses) && launch < m_trace.launches().size();
         ++launch)
      searchAccesses(LaunchId(launch));
    sortHits();
    if (m_stop.stop_requested())
      return std::nullopt;
    return std::move(m_result);
  }

private:
  bool searches(SearchPart part) const { return m_parts[static_cast<size_t>(part)]; }
  bool isStopped(size_t at) const {
    return at % kItemsBetweenStops == 0 && m_stop.stop_requested();
  }

  std::optional<HitReason> reasonOf(SearchPart byName, StringId name, StringId category,
                                    ArgSetId args) {
    if (searches(byName) && m_names(name))
      return HitReason::Name;
    if (!searches(SearchPart::Arguments))
      return std::nullopt;
    const bool isByArgs = args.value < m_argSets.size() && m_argSets[args.value];
    return isByArgs || m_names(category) ? std::optional(HitReason::Argument) : std::nullopt;
  }

  void searchSlices() {
    const auto names = m_trace.sliceNames();
    const auto categories = m_trace.sliceCategories();
    const auto args = m_trace.sliceArgSets();
    const auto begins = m_trace.sliceBegins();
    m_result.slices = MatchBits(names.size());
    for (uint32_t i = 0; i < names.size() && !isStopped(i); ++i) {
      const auto reason = reasonOf(SearchPart::Slices, names[i],
                                   categories.empty() ? StringId() : categories[i], args[i]);
      if (!reason)
        continue;
      m_result.slices.set(i);
      m_result.hits.push_back({begins[i], i, HitKind::Slice, *reason});
    }
  }

  void searchInstants() {
    const auto instants = m_trace.instants();
    m_result.instants = MatchBits(instants.size());
    for (uint32_t i = 0; i < instants.size() && !isStopped(i); ++i) {
      const auto reason =
          reasonOf(SearchPart::Instants, instants[i].name, instants[i].category, instants[i].args);
      if (!reason)
        continue;
      m_result.instants.set(i);
      m_result.hits.push_back({instants[i].time.value, i, HitKind::Instant, *reason});
    }
  }

  void searchTracks() {
    const auto tracks = m_trace.tracks();
    const std::vector<int64_t> begins = trackBegins();
    m_result.tracks = MatchBits(tracks.size());
    for (uint32_t i = 0; i < tracks.size() && !isStopped(i); ++i) {
      const bool isCounter = tracks[i].kind == TrackKind::Counter;
      if (!searches(isCounter ? SearchPart::Counters : SearchPart::Tracks) ||
          !m_matcher.matches(m_trackNames(TrackId(i))))
        continue;
      m_result.tracks.set(i);
      m_result.hits.push_back(
          {begins[i], i, isCounter ? HitKind::Counter : HitKind::Track, HitReason::Name});
    }
  }

  /// When the first event of each track, or below it, is; the trace's begin where there is none.
  std::vector<int64_t> trackBegins() const {
    const auto tracks = m_trace.tracks();
    std::vector<int64_t> begins(tracks.size(), INT64_MAX);
    for (size_t i = tracks.size(); i-- > 0;) {
      const Track &track = tracks[i];
      for (uint32_t row = 0; row < track.rowCount; ++row)
        if (const Row &r = m_trace.row(RowId(track.firstRow.value + row)); r.sliceCount > 0)
          begins[i] = std::min(begins[i], m_trace.sliceBegins()[r.firstSlice.value]);
      if (track.instantCount > 0)
        begins[i] = std::min(begins[i], m_trace.instants()[track.firstInstant].time.value);
      if (track.sampleCount > 0)
        begins[i] = std::min(begins[i], m_trace.samples()[track.firstSample].time.value);
      if (track.parent.isValid()) // parents come before children
        begins[track.parent.value] = std::min(begins[track.parent.value], begins[i]);
    }
    std::ranges::replace(begins, INT64_MAX, m_trace.timeRange().begin.value);
    return begins;
  }

  void searchAccesses(LaunchId launch) {
    const uint64_t start = m_nextAccess;
    m_result.accessStarts.push_back(start);
    const auto &accesses = m_trace.launches()[launch.value].accesses;
    if (!accesses)
      return;
    const memory::AccessTable &table = accesses->table;
    m_nextAccess += table.size();
    const std::vector<bool> sites = sitesMatching(table);
    const std::vector<bool> buffers = buffersMatching(accesses->buffers);
    const bool hasBuffers = std::ranges::find(buffers, true) != buffers.end();
    if (!hasBuffers && std::ranges::find(sites, true) == sites.end())
      return;
    for (uint64_t i = 0; i < table.size() && !isStopped(i); ++i) {
      if (start + i > UINT32_MAX) {
        m_result.skippedAccesses += table.size() - i;
        return;
      }
      const memory::Access access = table[i];
      if (sites[access.site] || (hasBuffers && isInBuffer(*accesses, access, buffers)))
        m_result.hits.push_back({access.time.value, static_cast<uint32_t>(start + i),
                                 HitKind::Access, HitReason::Name});
    }
  }

  static bool isInBuffer(const memory::LaunchAccesses &accesses, const memory::Access &access,
                         const std::vector<bool> &buffers) {
    const uint32_t buffer = accesses.buffers.find(accesses.table.sites()[access.site].space,
                                                  accesses.table.firstAddress(access));
    return buffer < buffers.size() && buffers[buffer];
  }

  std::vector<bool> sitesMatching(const memory::AccessTable &table) const {
    std::vector<bool> matching;
    for (const memory::AccessSite &site : table.sites())
      matching.push_back(m_matcher.matches(memory::siteText(site)) ||
                         m_matcher.matches(site.location));
    return matching;
  }

  std::vector<bool> buffersMatching(const memory::BufferMap &buffers) const {
    std::vector<bool> matching;
    for (const memory::Buffer &buffer : buffers.buffers())
      matching.push_back(m_matcher.matches(buffer.name));
    return matching;
  }

  /// Blocks first, then pairs of them: a stop is noticed in between.
  void sortHits() {
    auto &hits = m_result.hits;
    const auto at = [&hits](size_t i) {
      return hits.begin() + static_cast<std::ptrdiff_t>(std::min(i, hits.size()));
    };
    for (size_t i = 0; i < hits.size() && !m_stop.stop_requested(); i += kSortedAtOnce)
      std::sort(at(i), at(i + kSortedAtOnce), comesBefore);
    for (size_t length = kSortedAtOnce; length < hits.size(); length *= 2)
      for (size_t i = 0; i + length < hits.size() && !m_stop.stop_requested(); i += 2 * length)
        std::inplace_merge(at(i), at(i + length), at(i + 2 * length), comesBefore);
  }

  const Trace &m_trace;
  const TextMatcher &m_matcher;
  const TrackNames &m_trackNames;
  const std::stop_token &m_stop;
  SearchParts m_parts;
  StringMatches m_names;
  std::vector<bool> m_argSets; // by ArgSetId
  uint64_t m_nextAccess = 0;
  SearchResult m_result;
};

} // namespace

bool comesBefore(const SearchHit &a, const SearchHit &b) {
  return std::tuple(a.beginPs, a.kind, a.index) < std::tuple(b.beginPs, b.kind, b.index);
}

std::optional<SearchResult> searchTrace(const Trace &trace, const TextMatcher &matcher,
                                        const TrackNames &trackNames, std::stop_token stop,
                                        SearchParts parts) {
  return TraceSearch(trace, matcher, trackNames, stop, parts).run();
}

} // namespace pstudio
