// SPDX-License-Identifier: Apache-2.0
// Which warps wait for which, and what the duration consists of.
#include <algorithm>

#include "core/analysis/overlap/findings/finding_rules.h"

namespace pstudio::analysis {
namespace {

const StallFigures &stallOf(const WarpRole &role, WaitTarget target) {
  return role.stalls[static_cast<size_t>(target)];
}

/// The longest blocked waits of a role for something.
std::vector<SliceId> longestWaits(const LaunchOverlap &launch, const WarpRole &role,
                                  WaitTarget target) {
  std::vector<std::pair<int64_t, SliceId>> waits;
  for (const uint32_t unit : role.units) {
    for (uint32_t i = 0; i < launch.units[unit].waitCount; ++i) {
      const AsyncWait &wait = launch.waits[launch.units[unit].firstWait + i];
      if (wait.target == target && wait.hasBlocked)
        waits.push_back({-wait.waited().value, wait.slice});
    }
    const size_t kept = std::min(waits.size(), kFindingSlices);
    std::ranges::partial_sort(waits, waits.begin() + static_cast<ptrdiff_t>(kept));
    waits.resize(kept);
  }
  std::vector<SliceId> slices;
  for (const auto &[length, slice] : waits)
    slices.push_back(slice);
  return slices;
}

Finding stallFinding(const LaunchOverlap &launch, const WarpRole &role, WaitTarget target) {
  const StallFigures &stall = stallOf(role, target);
  Finding finding;
  finding.numbers = {percentNumber("of the role's time", stall.share),
                     ticksNumber(launch, "per iteration", stall.perIteration),
                     percentNumber("blocking waits", double(stall.blocked) /
                                                         std::max<double>(1, double(stall.waits)))};
  finding.slices = longestWaits(launch, role, target);
  return finding;
}

} // namespace

void findProducerStall(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  double starved = 0; // the largest share that any consumer waits for copies
  for (const WarpRole &role : launch.roles)
    if (role.isConsumer)
      starved = std::max(starved, stallOf(role, WaitTarget::Copies).share);
  for (const WarpRole &role : launch.roles) {
    const StallFigures &stall = stallOf(role, WaitTarget::Arrivals);
    if (!role.isProducer || stall.share < 0.2 || starved > 0.05)
      continue;
    Finding finding = stallFinding(launch, role, WaitTarget::Arrivals);
    finding.code = "overlap.producer-stall";
    finding.severity = Finding::Severity::Info;
    finding.title = "The " + role.name + " waits for free slots " + percentText(stall.share, 2) +
                    " of its time: the consumers are the bottleneck.";
    finding.detail = "The consumers wait for copies at most " + percentText(starved, 2) +
                     " of their time. Faster loads would not help.";
    finding.numbers.push_back(percentNumber("consumers wait for copies", starved));
    input.findings.push_back(std::move(finding));
  }
}

void findMatrixWaits(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  for (const WarpRole &role : launch.roles) {
    const StallFigures &stall = stallOf(role, WaitTarget::Matrix);
    if (stall.share < 0.1)
      continue;
    uint32_t most = 0; // operations of one warp in flight at once
    for (const Channel &channel : launch.channels)
      if (channel.queue == AsyncQueue::MatrixGroup)
        most = std::max(most, channel.mostDepth);
    Finding finding = stallFinding(launch, role, WaitTarget::Matrix);
    finding.code = "overlap.matrix-wait";
    finding.severity = most <= 1 ? Finding::Severity::Notice : Finding::Severity::Info;
    finding.title = "The " + role.name + " waits for matrix operations " +
                    percentText(stall.share, 2) + " of its time, " +
                    ticksText(input, stall.perIteration) + " per iteration.";
    finding.detail =
        most <= 1 ? "A warp never has two matrix operations in flight. Issue the next one before "
                    "the wait for the previous one, unless other warps keep the tensor cores busy."
                  : "Up to " + std::to_string(most) +
                        " matrix operations of a warp are in flight concurrently.";
    finding.numbers.push_back({"maximum in flight", double(most), ""});
    input.findings.push_back(std::move(finding));
  }
}

void findBarrierWaits(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  for (const WarpRole &role : launch.roles) {
    const StallFigures &stall = stallOf(role, WaitTarget::Barrier);
    // Warps without a part in the loop have nothing else to do.
    if (stall.share < 0.1 || role.iterations < kLeastSteadyIterations)
      continue;
    Finding finding = stallFinding(launch, role, WaitTarget::Barrier);
    finding.code = "overlap.barrier-wait";
    finding.severity = Finding::Severity::Notice;
    finding.title = "The " + role.name + " waits at barriers " + percentText(stall.share, 2) +
                    " of its time, " + ticksText(input, stall.perIteration) + " per iteration.";
    finding.detail = "Its warps arrive at different times, or all warps wait for the slowest one.";
    input.findings.push_back(std::move(finding));
  }
}

void findCriticalShare(const FindingInput &input) {
  const CriticalPath &path = input.launch.criticalPath;
  // Where every wait counts as blocked the path goes through every copy, waited for or not.
  const bool isKnown = std::ranges::all_of(input.launch.channels, [&](const Channel &channel) {
    return isBlockingKnown(input.launch, channel);
  });
  if (path.total <= 0 || !isKnown)
    return;
  const auto shareOf = [&](PathKind kind) {
    return double(path.ticks[static_cast<size_t>(kind)]) / double(path.total);
  };
  const double copies = shareOf(PathKind::Copy);
  Finding finding;
  finding.code = "overlap.critical-path";
  finding.severity = copies >= 0.25 ? Finding::Severity::Notice : Finding::Severity::Info;
  finding.title = "The critical path of a CTA is " + percentText(copies, 2) + " copies, " +
                  percentText(shareOf(PathKind::Matrix), 2) + " matrix operations, " +
                  percentText(shareOf(PathKind::Compute) + shareOf(PathKind::Issue), 2) +
                  " warp execution and " +
                  percentText(shareOf(PathKind::Synchronization) + shareOf(PathKind::Wait), 2) +
                  " synchronization and other waits.";
  finding.numbers = {percentNumber("copies", copies),
                     percentNumber("matrix operations", shareOf(PathKind::Matrix)),
                     percentNumber("computing", shareOf(PathKind::Compute)),
                     percentNumber("issuing", shareOf(PathKind::Issue)),
                     percentNumber("synchronization", shareOf(PathKind::Synchronization)),
                     percentNumber("other waits", shareOf(PathKind::Wait)),
                     ticksNumber(input.launch, "length", double(path.total))};
  std::vector<std::pair<int64_t, SliceId>> longest;
  for (const PathSegment &segment : path.segments)
    if (segment.wait != kNoIndex)
      longest.push_back(
          {(segment.begin - segment.end).value, input.launch.waits[segment.wait].slice});
  const size_t kept = std::min(longest.size(), kFindingSlices);
  std::ranges::partial_sort(longest, longest.begin() + static_cast<ptrdiff_t>(kept));
  for (size_t i = 0; i < kept; ++i)
    finding.slices.push_back(longest[i].second);
  if (finding.slices.empty())
    return; // nothing on it was waited for
  input.findings.push_back(std::move(finding));
}

} // namespace pstudio::analysis
