// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/path/warp_waits.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/analysis/overlap/overlap.h"

namespace pstudio::analysis {
namespace {

/// Adds the waits in the analysis of asynchronous operations.
class OverlapWaits {
public:
  OverlapWaits(const Trace &trace, const LaunchOverlap &launch, WaitsOfWarps &out)
      : m_trace(trace), m_launch(launch), m_out(out) {}

  void add(TrackId cta) {
    for (const AsyncCta &found : m_launch.ctas)
      if (found.track == cta)
        for (uint32_t i = 0; i < found.unitCount; ++i)
          addUnit(found, found.firstUnit + i);
  }

private:
  void addUnit(const AsyncCta &cta, uint32_t index) {
    const AsyncUnit &unit = m_launch.units[index];
    for (uint32_t i = 0; i < unit.waitCount; ++i)
      if (const AsyncWait &wait = m_launch.waits[unit.firstWait + i]; wait.hasBlocked)
        m_out[unit.track].push_back(waitOf(cta, wait));
  }

  WarpWait waitOf(const AsyncCta &cta, const AsyncWait &wait) const {
    WarpWait made{m_trace.sliceTime(wait.slice), wait.slice, PathKind::Wait, {}, {}, {}, {}};
    const Release &release = wait.release;
    const bool isInside =
        release.unit >= cta.firstUnit && release.unit - cta.firstUnit < cta.unitCount;
    if (release.kind == Release::Kind::Unknown || !isInside || release.time > wait.exit)
      return made;
    made.from = m_launch.units[release.unit].track;
    if (release.kind == Release::Kind::Operation) {
      const AsyncOperation &operation = m_launch.operations[release.operation];
      made.kind = wait.target == WaitTarget::Matrix ? PathKind::Matrix : PathKind::Copy;
      made.flight = operation.flight;
      made.issue = operation.issue;
      return made;
    }
    made.kind = PathKind::Synchronization;
    const double before = static_cast<double>((wait.exit - release.time).value);
    made.released = made.time.end - Picoseconds(std::llround(before * m_launch.picosecondsPerTick));
    return made;
  }

  const Trace &m_trace;
  const LaunchOverlap &m_launch;
  WaitsOfWarps &m_out;
};

/// "barrier", "barrier gemm.mlir:40": scopes of the mode "barriers" (scope_names.h of the
/// collector).
bool isBarrierName(std::string_view name) {
  constexpr std::string_view kBarrier = "barrier";
  return name.starts_with(kBarrier) &&
         (name.size() == kBarrier.size() || name[kBarrier.size()] == ' ');
}

/// A barrier's scopes in each warp that reaches it, in order.
struct BarrierUse {
  std::vector<TrackId> warps;
  std::vector<std::vector<SliceId>> slices; ///< by warp
};

/// True for steps of queues: the analysis of asynchronous operations already contains their waits.
bool isAsyncStep(const Trace &trace, SliceId slice) {
  const auto categories = trace.sliceCategories();
  return !categories.empty() && trace.string(categories[slice.value]).starts_with("async.");
}

void collectBarriers(const Trace &trace, TrackId warp, std::map<StringId, BarrierUse> &barriers) {
  const Track &track = trace.track(warp);
  for (uint32_t depth = 0; depth < track.rowCount; ++depth) {
    const Row &row = trace.row(RowId(track.firstRow.value + depth));
    for (uint32_t i = 0; i < row.sliceCount; ++i) {
      const SliceId slice(row.firstSlice.value + i);
      const StringId name = trace.sliceNames()[slice.value];
      if (!isBarrierName(trace.string(name)) || isAsyncStep(trace, slice))
        continue;
      BarrierUse &use = barriers[name];
      if (use.warps.empty() || use.warps.back() != warp) {
        use.warps.push_back(warp);
        use.slices.emplace_back();
      }
      use.slices.back().push_back(slice);
    }
  }
}

/// The n-th scopes of all warps are one use of the barrier if each warp has as many of them.
void addBarrier(const Trace &trace, BarrierUse &use, WaitsOfWarps &out) {
  const size_t uses = use.slices.front().size();
  for (std::vector<SliceId> &slices : use.slices) {
    if (slices.size() != uses)
      return;
    std::ranges::sort(slices, {}, [&](SliceId slice) { return trace.sliceTime(slice).begin; });
  }
  for (size_t i = 0; i < uses; ++i) {
    const auto beginOf = [&](size_t warp) { return trace.sliceTime(use.slices[warp][i]).begin; };
    size_t last = 0;
    bool areWhole = true;
    for (size_t warp = 0; warp < use.warps.size(); ++warp) {
      last = beginOf(warp) > beginOf(last) ? warp : last;
      areWhole = areWhole && isWholeSlice(trace.sliceFlags()[use.slices[warp][i].value]);
    }
    for (size_t warp = 0; areWhole && warp < use.warps.size(); ++warp) {
      const TimeRange time = trace.sliceTime(use.slices[warp][i]);
      const Picoseconds released = beginOf(last);
      if (time.begin < released && released <= time.end)
        out[use.warps[warp]].push_back({time,
                                        use.slices[warp][i],
                                        PathKind::Synchronization,
                                        use.warps[last],
                                        released,
                                        {},
                                        {}});
    }
  }
}

} // namespace

WaitsOfWarps waitsOf(const Trace &trace, TrackId cta, const std::vector<TrackId> &warps,
                     const LaunchOverlap *overlap) {
  WaitsOfWarps waits;
  if (overlap != nullptr)
    OverlapWaits(trace, *overlap, waits).add(cta);
  std::map<StringId, BarrierUse> barriers;
  for (const TrackId warp : warps)
    collectBarriers(trace, warp, barriers);
  for (auto &[name, use] : barriers)
    addBarrier(trace, use, waits);
  for (auto &[warp, list] : waits)
    std::ranges::stable_sort(list, {}, [](const WarpWait &wait) { return wait.time.end; });
  return waits;
}

} // namespace pstudio::analysis
