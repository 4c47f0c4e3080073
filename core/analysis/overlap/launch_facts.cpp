// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/launch_facts.h"

#include <algorithm>
#include <set>

#include "core/analysis/overlap/async_facts.h"
#include "core/trace/slices_range.h"

namespace pstudio::analysis {
namespace {

TrackId launchTrack(const Trace &trace, LaunchId launch) {
  for (uint32_t i = 0; i < trace.tracks().size(); ++i)
    if (trace.tracks()[i].kind == TrackKind::Launch && trace.tracks()[i].launch == launch)
      return TrackId(i);
  return {};
}

std::string nameOf(const Trace &trace, LaunchId launch) {
  if (!launch.isValid())
    return "tracks without a launch";
  const std::string kernel(trace.string(trace.launches()[launch.value].kernel));
  const TrackId track = launchTrack(trace, launch);
  if (!track.isValid())
    return kernel;
  return kernel + ", " + std::string(trace.string(trace.track(track).name));
}

/// The median rate of the clocks of the units [ps per cycle]; 1 if ticks are picoseconds.
double tickLength(const Trace &trace, const LaunchOverlap &launch) {
  std::vector<double> lengths;
  for (const AsyncCta &cta : launch.ctas) {
    const TrackId unit = launch.units[cta.firstUnit].track;
    if (const ClockLine *clock = trace.clock(trace.track(unit).clock))
      lengths.push_back(clock->picosecondsPerCycle);
  }
  if (!launch.isInCycles || lengths.empty())
    return 1;
  const auto middle = lengths.begin() + static_cast<ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

TimeRange rangeOf(const Trace &trace, LaunchId launch) {
  std::optional<TimeRange> range;
  for (const Row &row : trace.rows())
    if (const auto own = slicesRange(trace, row); own && trace.track(row.track).launch == launch)
      range = hullOf(range, *own);
  return range && !range->isEmpty() ? *range : TimeRange();
}

uint32_t countSms(const Trace &trace, const LaunchOverlap &launch) {
  std::set<TrackId> sms;
  for (const AsyncCta &cta : launch.ctas)
    for (TrackId at = cta.track; at.isValid(); at = trace.track(at).parent)
      if (trace.track(at).kind == TrackKind::Sm)
        sms.insert(at);
  return static_cast<uint32_t>(sms.size());
}

} // namespace

void fillLaunchFacts(const Trace &trace, LaunchOverlap &launch) {
  launch.name = nameOf(trace, launch.launch);
  launch.isCostSubtracted =
      launch.launch.isValid() && trace.launches()[launch.launch.value].isCostSubtracted;
  launch.picosecondsPerTick = tickLength(trace, launch);
  launch.duration = rangeOf(trace, launch.launch).length();
  launch.sms = countSms(trace, launch);
  launch.coverage = coverageOf(trace, launch.launch);
  if (launch.units.empty())
    launch.missing = "the launch has no asynchronous operations: record with mode async, or mark "
                     "operations in the kernel as events";
}

std::optional<double> launchNumber(const Trace &trace, LaunchId launch, std::string_view key) {
  if (!launch.isValid())
    return std::nullopt;
  if (const auto number = numberIn(trace, trace.launches()[launch.value].args, key))
    return number;
  const TrackId track = launchTrack(trace, launch);
  return track.isValid() ? numberIn(trace, trace.track(track).args, key) : std::nullopt;
}

} // namespace pstudio::analysis
