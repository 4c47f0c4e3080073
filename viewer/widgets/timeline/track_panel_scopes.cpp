// SPDX-License-Identifier: Apache-2.0
// Which scopes a trace has and how much of the warps' time is inside each.
#include "viewer/widgets/timeline/track_panel_scopes.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

#include "core/statistics/track_groups.h"
#include "viewer/geometry/timeline/counter_scale.h"

namespace pstudio {
namespace {

struct Sum {
  uint64_t count = 0;
  int64_t totalPs = 0;
  int64_t shortestPs = std::numeric_limits<int64_t>::max();
  int64_t longestPs = 0;
  bool isAsync = false;
  bool isShared = false; ///< its time is part of the time that shares are of
};

using Sums = std::unordered_map<StringId, Sum>;

/// Adds a track's slices and returns the track's span; 0 if `isShared` is false.
int64_t addTrack(const Trace &trace, const Track &track, bool isShared, Sums &sums) {
  int64_t begin = std::numeric_limits<int64_t>::max();
  int64_t end = std::numeric_limits<int64_t>::min();
  for (uint32_t index = 0; index < track.rowCount; ++index) {
    const Row &row = trace.row(RowId(track.firstRow.value + index));
    for (uint32_t at = row.firstSlice.value; at < row.firstSlice.value + row.sliceCount; ++at) {
      const int64_t duration = trace.sliceDurations()[at];
      Sum &sum = sums[trace.sliceNames()[at]];
      ++sum.count;
      sum.totalPs += duration;
      sum.shortestPs = std::min(sum.shortestPs, duration);
      sum.longestPs = std::max(sum.longestPs, duration);
      sum.isShared |= isShared;
      sum.isAsync |= (trace.sliceFlags()[at] & kSliceAsync) != 0 || track.kind == TrackKind::Async;
      begin = std::min(begin, trace.sliceBegins()[at]);
      end = std::max(end, trace.sliceBegins()[at] + duration);
    }
  }
  return !isShared || end <= begin ? 0 : end - begin;
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
  int64_t spanPs = 0;
  const bool hasWarps = statistics::hasWarpSlices(trace);
  for (const Track &track : trace.tracks())
    if (track.rowCount > 0)
      spanPs += addTrack(trace, track, statistics::countsForShares(track, hasWarps), sums);

  std::vector<ScopeShare> result;
  result.reserve(sums.size());
  for (const auto &[name, sum] : sums) {
    ScopeShare total;
    total.id = name;
    total.name = trace.string(name);
    total.count = sum.count;
    total.total = Picoseconds(sum.totalPs);
    total.shortest = Picoseconds(sum.shortestPs);
    total.longest = Picoseconds(sum.longestPs);
    total.isAsync = sum.isAsync;
    if (sum.isShared && !sum.isAsync && spanPs > 0)
      total.share = static_cast<double>(sum.totalPs) / static_cast<double>(spanPs);
    result.push_back(std::move(total));
  }
  addInstants(trace, result);
  addValues(trace, result);
  std::sort(result.begin(), result.end(), comesFirst);
  return result;
}

} // namespace pstudio
