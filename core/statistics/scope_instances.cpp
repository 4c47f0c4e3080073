// SPDX-License-Identifier: Apache-2.0
// The instances of one scope in an area.
#include "core/statistics/scope_instances.h"

#include <algorithm>

#include "core/statistics/slice_parts.h"
#include "core/trace/slices_range.h"

namespace pstudio::statistics {
namespace {

void addTrack(const Trace &trace, TrackId id, const StatisticsQuery &query,
              std::vector<ScopeInstance> &instances) {
  const Track &track = trace.track(id);
  const SliceRange all = slicesOf(trace, id);
  std::vector<uint32_t> slices;
  for (uint32_t slice = all.begin; slice < all.end; ++slice)
    if (trace.sliceNames()[slice] == query.scope->name &&
        scopeOf(trace, slice, track.kind) == *query.scope)
      slices.push_back(slice);
  const auto begins = trace.sliceBegins();
  const auto begin = [&begins](uint32_t slice) { return begins[slice]; };
  if (!std::ranges::is_sorted(slices, {}, begin)) // several rows
    std::ranges::stable_sort(slices, {}, begin);
  for (uint32_t i = 0; i < slices.size(); ++i)
    if (partOf(trace, slices[i], query.range, nullptr).place == SlicePlace::Whole)
      instances.push_back({SliceId(slices[i]), id, i});
}

} // namespace

std::vector<ScopeInstance> instancesOf(const Trace &trace, const StatisticsQuery &query,
                                       const std::stop_token &stop) {
  std::vector<ScopeInstance> instances;
  if (query.scope)
    for (const TrackId track : tracksOf(trace, query))
      if (!stop.stop_requested())
        addTrack(trace, track, query, instances);
  return instances;
}

bool haveCycles(const Trace &trace, const std::vector<ScopeInstance> &instances) {
  return !trace.sliceBeginCycles().empty() && !instances.empty() &&
         std::ranges::all_of(instances, [&trace](const ScopeInstance &instance) {
           return trace.sliceBeginCycles()[instance.slice.value] != Trace::kNoCycles;
         });
}

int64_t lengthOf(const Trace &trace, SliceId slice, bool inCycles) {
  return inCycles ? std::max<int64_t>(0, trace.sliceCycleDurations()[slice.value])
                  : trace.sliceDurations()[slice.value];
}

} // namespace pstudio::statistics
