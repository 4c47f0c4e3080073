// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/unit_plan.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/trace/arg_names.h"
#include "core/trace/slices_range.h"

namespace pstudio::analysis {
namespace {

AsyncCategory categoryNamed(std::string_view name) {
  return name == kAsyncIssueCategory    ? AsyncCategory::Issue
         : name == kAsyncFlightCategory ? AsyncCategory::Flight
         : name == kAsyncWaitCategory   ? AsyncCategory::Wait
         : name == kAsyncArriveCategory ? AsyncCategory::Arrive
                                        : AsyncCategory::None;
}

TrackId ctaOf(const Trace &trace, TrackId unit) {
  for (TrackId at = trace.track(unit).parent; at.isValid(); at = trace.track(at).parent)
    if (trace.track(at).kind == TrackKind::Cta)
      return at;
  const TrackId parent = trace.track(unit).parent;
  return parent.isValid() ? parent : unit;
}

/// The asynchronous steps of a track, and whether all of them have cycles.
struct Steps {
  bool any = false;
  bool anyManual = false;
  bool haveCycles = true;
  uint32_t waits = 0;
  uint32_t issues = 0;
  uint32_t flights = 0;
  uint32_t arrivals = 0;
};

Steps stepsOf(const Trace &trace, AsyncCategories &categories, TrackId id) {
  Steps steps;
  const Track &track = trace.track(id);
  const bool isAsync = track.kind == TrackKind::Async;
  const auto cycles = trace.sliceBeginCycles();
  const SliceRange slices = slicesOf(trace, id);
  for (uint32_t slice = slices.begin; slice < slices.end; ++slice) {
    const AsyncCategory category = categories.ofSlice(slice);
    if (category == AsyncCategory::None && !isAsync)
      continue;
    steps.any = true;
    steps.waits += category == AsyncCategory::Wait;
    steps.issues += category == AsyncCategory::Issue;
    steps.flights += isAsync;
    steps.anyManual |= isAsync && category != AsyncCategory::Flight;
    steps.haveCycles &= !cycles.empty() && cycles[slice] != Trace::kNoCycles;
  }
  for (uint32_t i = 0; i < track.instantCount; ++i) {
    const StringId category = trace.instants()[track.firstInstant + i].category;
    if (categories.of(category) != AsyncCategory::Arrive)
      continue;
    steps.any = true;
    ++steps.arrivals;
    steps.haveCycles &= trace.clock(track.clock) != nullptr;
  }
  return steps;
}

Steps stepsOfUnit(const Trace &trace, AsyncCategories &categories, TrackId id) {
  Steps steps = stepsOf(trace, categories, id);
  for (const TrackId child : trace.children(id)) {
    if (trace.track(child).kind != TrackKind::Async)
      continue;
    const Steps below = stepsOf(trace, categories, child);
    steps.any |= below.any;
    steps.anyManual |= below.anyManual;
    steps.flights += below.flights;
    steps.haveCycles &= below.haveCycles;
  }
  return steps;
}

} // namespace

AsyncCategory AsyncCategories::of(StringId category) {
  if (!category.isValid())
    return AsyncCategory::None;
  if (category.value >= m_known.size())
    m_known.resize(size_t{category.value} + 1, 0);
  uint8_t &known = m_known[category.value];
  if (known == 0)
    known = static_cast<uint8_t>(1 + static_cast<uint8_t>(categoryNamed(m_trace.string(category))));
  return static_cast<AsyncCategory>(known - 1);
}

AsyncCategory AsyncCategories::ofSlice(uint32_t slice) {
  const auto categories = m_trace.sliceCategories();
  return categories.empty() ? AsyncCategory::None : of(categories[slice]);
}

UnitPlan planUnits(const Trace &trace, AsyncCategories &categories) {
  UnitPlan plan;
  const auto launches = static_cast<uint32_t>(trace.launches().size());
  plan.hasCycles.assign(size_t{launches} + 1, true);
  std::vector<PlannedUnit> others;
  std::set<TrackId> manualCtas;
  for (uint32_t i = 0; i < trace.tracks().size(); ++i) {
    const TrackId id(i);
    if (trace.track(id).kind != TrackKind::Warp)
      continue;
    const Steps steps = stepsOfUnit(trace, categories, id);
    const PlannedUnit unit{trace.track(id).launch, ctaOf(trace, id), id, steps.waits, steps.issues,
                           steps.flights,          steps.arrivals};
    (steps.any ? plan.units : others).push_back(unit);
    if (steps.anyManual)
      manualCtas.insert(unit.cta);
    const uint32_t at = std::min(unit.launch.value, launches);
    // Times without the recording cost do not match the cycles.
    const bool agrees = at == launches || !trace.launches()[at].isCostSubtracted;
    plan.hasCycles[at] = plan.hasCycles[at] && steps.haveCycles && agrees;
  }
  // A manual event may end in a warp that has only scopes.
  for (const PlannedUnit &unit : others)
    if (manualCtas.contains(unit.cta))
      plan.units.push_back(unit);
  std::ranges::sort(plan.units, {}, [](const PlannedUnit &unit) {
    return std::tuple(unit.launch, unit.cta, unit.track);
  });
  return plan;
}

} // namespace pstudio::analysis
