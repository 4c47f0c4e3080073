// SPDX-License-Identifier: Apache-2.0
// Which scopes a trace has and how much of the warps' time is inside each.
#include "viewer/widgets/timeline/track_panel_scopes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

#include "core/statistics/time_shares.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/counter_scale.h"

namespace pstudio {
namespace {

/// Slices of one name that are all in flight, or all not.
struct Sum {
  uint64_t count = 0;
  uint64_t openCount = 0;
  int64_t totalPs = 0;
  int64_t sharedPs = 0; ///< of `totalPs`, on tracks whose time shares are of
  int64_t shortestPs = std::numeric_limits<int64_t>::max();
  int64_t longestPs = 0;

  void add(int64_t duration, bool isShared) {
    ++count;
    totalPs += duration;
    sharedPs += isShared ? duration : 0;
    shortestPs = std::min(shortestPs, duration);
    longestPs = std::max(longestPs, duration);
  }
  bool hasDurations() const { return count > openCount; }
};

/// The slices of one name.
struct NameSums {
  Sum scopes;
  Sum flights;
};

using Sums = std::unordered_map<StringId, NameSums>;

void addTrack(const Trace &trace, const Track &track, bool isShared, Sums &sums) {
  for (uint32_t index = 0; index < track.rowCount; ++index) {
    const Row &row = trace.row(RowId(track.firstRow.value + index));
    for (uint32_t at = row.firstSlice.value; at < row.firstSlice.value + row.sliceCount; ++at) {
      NameSums &name = sums[trace.sliceNames()[at]];
      const bool isAsync =
          (trace.sliceFlags()[at] & kSliceAsync) != 0 || track.kind == TrackKind::Async;
      Sum &sum = isAsync ? name.flights : name.scopes;
      if (isWholeSlice(trace.sliceFlags()[at])) {
        sum.add(trace.sliceDurations()[at], isShared);
      } else {
        ++sum.count;
        ++sum.openCount;
      }
    }
  }
}

ScopeShare shareOfName(const Trace &trace, StringId name, const NameSums &sums, int64_t whole) {
  const bool isAsync = sums.scopes.count == 0;
  const Sum &sum = isAsync ? sums.flights : sums.scopes;
  ScopeShare share;
  share.id = name;
  share.name = trace.string(name);
  share.count = sums.scopes.count + sums.flights.count;
  share.openCount = sum.openCount;
  share.isAsync = isAsync;
  share.hasDurations = sum.hasDurations();
  if (sum.hasDurations()) {
    share.total = Picoseconds(sum.totalPs);
    share.shortest = Picoseconds(sum.shortestPs);
    share.longest = Picoseconds(sum.longestPs);
  }
  if (sum.sharedPs > 0 && !isAsync)
    share.share = statistics::shareOf(sum.sharedPs, whole);
  return share;
}

/// The time that no scope has.
void addRest(const statistics::WarpTime &time, std::vector<ScopeShare> &shares) {
  const auto add = [&](std::string_view name, int64_t picoseconds) {
    if (picoseconds <= 0)
      return;
    ScopeShare &rest = shares.emplace_back();
    rest.name = name;
    rest.total = Picoseconds(picoseconds);
    rest.hasDurations = true;
    rest.isRest = true;
    rest.share = statistics::shareOf(picoseconds, time.whole);
  };
  add(statistics::kOutsideOfScopes, time.outside);
  add(statistics::kNotRecorded, time.notRecorded);
}

bool comesFirst(const ScopeShare &a, const ScopeShare &b) {
  if (a.range.empty() != b.range.empty())
    return a.range.empty();
  if (a.isInstant != b.isInstant)
    return !a.isInstant;
  if (a.isAsync != b.isAsync)
    return !a.isAsync;
  if (a.share.has_value() != b.share.has_value())
    return a.share.has_value();
  if (a.total != b.total)
    return a.total > b.total;
  return a.name < b.name;
}

/// Adds the names of instants. One that slices have as well gets a line of its own: it is another
/// mark.
void addInstants(const Trace &trace, std::vector<ScopeShare> &shares) {
  std::map<StringId, ScopeShare> names;
  for (const Instant &instant : trace.instants()) {
    ScopeShare &share = names[instant.name];
    share.id = instant.name;
    share.isInstant = true;
    ++share.count;
  }
  for (auto &[name, share] : names) {
    share.name = trace.string(name);
    shares.push_back(std::move(share));
  }
}

/// Adds the counters below warps, one for each name and unit.
void addValues(const Trace &trace, std::vector<ScopeShare> &shares) {
  const std::vector<CounterScale> scales = counterScales(trace);
  std::map<std::pair<StringId, StringId>, ScopeShare> values;
  for (uint32_t t = 0; t < scales.size(); ++t) {
    const Track &track = trace.tracks()[t];
    if (track.sampleCount == 0 || !isRecordedValue(trace, TrackId(t)))
      continue;
    ScopeShare &value = values[{track.name, track.unit}];
    value.id = track.name;
    value.name = trace.string(track.name);
    value.count += track.sampleCount;
    value.range = scaleText(trace, TrackId(t), scales[t]);
    if (value.range.empty())
      value.range = "not a number";
  }
  for (auto &[key, value] : values)
    shares.push_back(std::move(value));
}

} // namespace

std::vector<ScopeShare> scopeShares(const Trace &trace) {
  Sums sums;
  statistics::WarpTime time;
  const bool hasWarps = statistics::hasWarpSlices(trace);
  for (uint32_t id = 0; id < trace.tracks().size(); ++id) {
    const Track &track = trace.track(TrackId(id));
    if (track.rowCount == 0)
      continue;
    const bool isShared = statistics::countsForShares(track, hasWarps);
    addTrack(trace, track, isShared, sums);
    if (isShared)
      time += statistics::warpTimeOf(trace, TrackId(id), std::nullopt);
  }
  std::vector<ScopeShare> result;
  for (const auto &[name, sum] : sums)
    result.push_back(shareOfName(trace, name, sum, time.whole));
  addRest(time, result);
  addInstants(trace, result);
  addValues(trace, result);
  std::sort(result.begin(), result.end(), comesFirst);
  return result;
}

std::string scopeShareText(const ScopeShare &scope) {
  if (!scope.range.empty())
    return scope.range;
  if (scope.isInstant)
    return "instant";
  if (scope.share)
    return formatPercent(*scope.share);
  if (!scope.hasDurations)
    return "not recorded";
  return scope.isAsync ? "async" : formatShort(scope.total);
}

} // namespace pstudio
