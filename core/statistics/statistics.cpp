// SPDX-License-Identifier: Apache-2.0
// Durations of scopes, over a trace or an area of it.
#include "core/statistics/statistics.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "core/base/parallel.h"
#include "core/statistics/slice_parts.h"
#include "core/statistics/track_groups.h"
#include "core/trace/arg_names.h"
#include "core/trace/slices_range.h"

namespace pstudio::statistics {
namespace {

constexpr uint32_t kMinPart = 1u << 16; // slices: smaller parts are not worth a thread

constexpr std::string_view kScopeCategory = "scope"; // in Chrome traces

/// Identity of a row: slices of one scope and one group.
struct RowKey {
  ScopeKey scope;
  uint32_t group = 0;
  auto operator<=>(const RowKey &) const = default;
};

struct RowKeyHash {
  size_t operator()(const RowKey &key) const noexcept {
    uint64_t hash = (uint64_t{key.scope.name.value} << 32) ^ key.group;
    hash ^= (uint64_t{key.scope.category.value} << 17) ^ uint64_t { key.scope.isAsync };
    return static_cast<size_t>((hash ^ (hash >> 29)) * 0x9e3779b97f4a7c15ull);
  }
};

/// Partial sums of a row over one part of the tracks.
struct Collected {
  RowKey key;
  uint64_t cut = 0;
  uint64_t open = 0;
  SliceLength total, self;
  int64_t shared = 0;          ///< part of `total` on the tracks to which time shares refer [ps]
  std::vector<uint32_t> whole; ///< slices
};

/// The facts of a query that all parts use.
struct Context {
  const Trace &trace;
  const StatisticsQuery &query;
  TrackGroups groups;
  bool hasWarps = false;
};

/// Collects the slices of some tracks.
class Collector {
public:
  explicit Collector(const Context &context) : m_context(context) {}

  void add(TrackId id) {
    const Track &track = m_context.trace.track(id);
    const TrackParts parts(m_context.trace, id, m_context.query.range);
    const bool isShared = countsForShares(track, m_context.hasWarps);
    const uint32_t group = m_context.groups.groupOf(id);
    for (uint32_t slice = parts.first(); slice < parts.end(); ++slice) {
      if (parts.part(slice).place == SlicePlace::Outside)
        continue;
      const ScopeKey scope = scopeOf(m_context.trace, slice, track.kind);
      if (isWanted(scope))
        add(at({scope, group}), slice, parts, isShared);
    }
  }
  std::vector<Collected> take() { return std::move(m_rows); }

private:
  bool isWanted(const ScopeKey &scope) const {
    const StatisticsQuery &query = m_context.query;
    return (!query.name.isValid() || query.name == scope.name) &&
           (!query.scope || *query.scope == scope);
  }

  Collected &at(const RowKey &key) {
    if (m_last < m_rows.size() && m_rows[m_last].key == key)
      return m_rows[m_last];
    const auto [found, isNew] = m_places.emplace(key, m_rows.size());
    if (isNew)
      m_rows.emplace_back().key = key;
    m_last = found->second;
    return m_rows[m_last];
  }

  static void add(Collected &row, uint32_t slice, const TrackParts &parts, bool isShared) {
    const SlicePart &part = parts.part(slice);
    if (part.place == SlicePlace::Open) {
      ++row.open;
      return;
    }
    if (part.place == SlicePlace::Cut)
      ++row.cut;
    else
      row.whole.push_back(slice);
    row.total.add(part);
    row.self.add(parts.self(slice));
    if (isShared)
      row.shared = saturatedSum(row.shared, part.picoseconds);
  }

  const Context &m_context;
  std::vector<Collected> m_rows;
  std::unordered_map<RowKey, size_t, RowKeyHash> m_places;
  size_t m_last = 0;
};

/// One row's share of all parts, in their order.
using Pieces = std::vector<const Collected *>;

void fillFigures(const Trace &trace, const Pieces &pieces, StatisticsRow &row) {
  std::vector<int64_t> times, cycles;
  int64_t longest = -1;
  bool hasCycles = !trace.sliceCycleDurations().empty();
  for (const Collected *piece : pieces)
    for (const uint32_t slice : piece->whole) {
      times.push_back(trace.sliceDurations()[slice]);
      if (times.back() > longest) {
        longest = times.back();
        row.longest = SliceId(slice);
      }
      hasCycles = hasCycles && trace.sliceBeginCycles()[slice] != Trace::kNoCycles;
      if (hasCycles)
        cycles.push_back(std::max<int64_t>(0, trace.sliceCycleDurations()[slice]));
    }
  row.time = figuresOf(times);
  if (hasCycles && !times.empty())
    row.cycles = figuresOf(cycles);
}

std::optional<int64_t> knownCycles(const SliceLength &length) {
  return length.cycles == kUnknownCycles ? std::nullopt : std::optional(length.cycles);
}

StatisticsRow rowOf(const Context &context, const RowKey &key, const Pieces &pieces,
                    int64_t groupTime) {
  StatisticsRow row;
  const TrackGroup &group = context.groups.groups()[key.group];
  row.scope = key.scope;
  row.track = group.track;
  row.label = context.query.by == GroupBy::Scope ? std::string(context.trace.string(key.scope.name))
                                                 : group.label;
  SliceLength total, self;
  int64_t shared = 0;
  for (const Collected *piece : pieces) {
    row.cutCount += piece->cut;
    row.openCount += piece->open;
    total.add(piece->total);
    self.add(piece->self);
    shared = saturatedSum(shared, piece->shared);
  }
  fillFigures(context.trace, pieces, row);
  row.total = total.picoseconds;
  const bool hasLengths = row.time.count + row.cutCount > 0;
  const bool hasCycles = hasLengths && !context.trace.sliceCycleDurations().empty();
  row.totalCycles = hasCycles ? knownCycles(total) : std::nullopt;
  if (!key.scope.isAsync) {
    row.self = self.picoseconds;
    row.selfCycles = hasCycles ? knownCycles(self) : std::nullopt;
    if (shared > 0)
      row.share = shareOf(shared, groupTime);
  }
  return row;
}

/// The time of each group's tracks that shares are of.
std::vector<WarpTime> groupTimes(const Context &context, const std::vector<TrackId> &tracks,
                                 unsigned threads) {
  std::vector<WarpTime> ofTracks(tracks.size());
  parallelFor(tracks.size(), threads, [&](size_t i) {
    if (countsForShares(context.trace.track(tracks[i]), context.hasWarps))
      ofTracks[i] = warpTimeOf(context.trace, tracks[i], context.query.range);
  });
  std::vector<WarpTime> times(context.groups.groups().size());
  for (size_t i = 0; i < tracks.size(); ++i)
    times[context.groups.groupOf(tracks[i])] += ofTracks[i];
  return times;
}

/// Time that no scope has, where the table is of all scopes.
void addTimeWithoutScope(StatisticsTable &table) {
  const StatisticsQuery &query = table.query;
  if (query.by != GroupBy::Scope || query.name.isValid() || query.scope)
    return;
  const auto add = [&table](RowContent content, std::string_view label, int64_t time) {
    if (time <= 0)
      return;
    StatisticsRow &row = table.rows.emplace_back();
    row.content = content;
    row.label = label;
    row.total = time;
    row.self = time;
    row.share = shareOf(time, table.warpTime.whole);
  };
  add(RowContent::Outside, kOutsideOfScopes, table.warpTime.outside);
  add(RowContent::NotRecorded, kNotRecorded, table.warpTime.notRecorded);
}

bool comesBefore(const StatisticsRow &a, const StatisticsRow &b) {
  return std::tie(b.total, a.label, a.scope, a.track) <
         std::tie(a.total, b.label, b.scope, b.track);
}

} // namespace

std::vector<TrackId> tracksOf(const Trace &trace, const StatisticsQuery &query) {
  std::vector<TrackId> tracks;
  for (uint32_t t = 0; t < trace.tracks().size(); ++t)
    if (trace.tracks()[t].rowCount > 0 &&
        (query.tracks.empty() || std::ranges::binary_search(query.tracks, TrackId(t))))
      tracks.push_back(TrackId(t));
  return tracks;
}

ScopeKey scopeOf(const Trace &trace, uint32_t slice, TrackKind kind) {
  ScopeKey scope;
  scope.name = trace.sliceNames()[slice];
  if (!trace.sliceCategories().empty())
    scope.category = trace.sliceCategories()[slice];
  scope.isAsync = kind == TrackKind::Async || (trace.sliceFlags()[slice] & kSliceAsync) != 0;
  return scope;
}

std::string scopeKindText(const Trace &trace, const ScopeKey &scope) {
  const std::string_view category = trace.string(scope.category);
  if (category == kAsyncIssueCategory)
    return "issue";
  if (category == kAsyncWaitCategory)
    return "wait";
  if (scope.isAsync)
    return "in flight";
  if (category == kScopeCategory)
    return {};
  return std::string(category);
}

StatisticsTable makeStatistics(const Trace &trace, const StatisticsQuery &query, unsigned threads,
                               const std::stop_token &stop) {
  const Context context{trace, query, TrackGroups(trace, query.by), hasWarpSlices(trace)};
  const std::vector<TrackId> tracks = tracksOf(trace, query);
  const std::vector<size_t> begins =
      partsOf(tracks.size(), kMinPart, [&](size_t i) { return slicesOf(trace, tracks[i]).size(); });
  std::vector<std::vector<Collected>> parts(begins.size() - 1);
  parallelFor(parts.size(), threads, [&](size_t part) {
    Collector collector(context);
    for (size_t i = begins[part]; i < begins[part + 1] && !stop.stop_requested(); ++i)
      collector.add(tracks[i]);
    parts[part] = collector.take();
  });

  std::map<RowKey, Pieces> pieces;
  for (const std::vector<Collected> &part : parts)
    for (const Collected &collected : part)
      pieces[collected.key].push_back(&collected);
  std::vector<std::map<RowKey, Pieces>::const_iterator> keys;
  for (auto at = pieces.cbegin(); at != pieces.cend(); ++at)
    keys.push_back(at);

  StatisticsTable table;
  table.query = query;
  table.trackCount = static_cast<uint32_t>(tracks.size());
  const std::vector<WarpTime> times = groupTimes(context, tracks, threads);
  for (const WarpTime &time : times)
    table.warpTime += time;
  table.isCostSubtracted =
      std::ranges::any_of(trace.launches(), [](const Launch &l) { return l.isCostSubtracted; });
  table.rows.resize(keys.size());
  parallelFor(keys.size(), threads, [&](size_t i) {
    const auto &[key, collected] = *keys[i];
    if (!stop.stop_requested())
      table.rows[i] = rowOf(context, key, collected, times[key.group].whole);
  });
  std::ranges::sort(table.rows, comesBefore);
  addTimeWithoutScope(table);
  return table;
}

} // namespace pstudio::statistics
