// SPDX-License-Identifier: Apache-2.0
// Rules for waits between warps, and for the composition of the duration.
#include <algorithm>

#include "core/analysis/overlap/findings/finding_draft.h"
#include "core/analysis/overlap/findings/finding_rules.h"

namespace pstudio::analysis {
namespace {

const StallFigures &stallOf(const WarpRole &role, WaitTarget target) {
  return role.stalls[static_cast<size_t>(target)];
}

/// The longest blocked waits of a role for one target.
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

void fillStall(const FindingInput &input, FindingDraft &draft, const FindingSubject &subject) {
  const WarpRole &role = input.launch.roles[subject.role];
  draft.finding.slices = longestWaits(input.launch, role, subject.target);
  draft.finding.lost = double(stallOf(role, subject.target).waited);
}

/// Calls add(draft, role) for each role whose waits for the target make a finding of the kind.
template <class Add>
void forRoles(const FindingInput &input, std::string_view code, WaitTarget target, const Add &add) {
  for (uint32_t i = 0; i < input.launch.roles.size(); ++i) {
    const FindingSubject subject{.role = i, .target = target};
    FindingDraft draft(input, code, subject);
    if (!draft.holds())
      continue;
    fillStall(input, draft, subject);
    add(draft, input.launch.roles[i]);
  }
}

} // namespace

void findProducerStall(const FindingInput &input) {
  forRoles(input, "overlap.producer-stall", WaitTarget::Arrivals,
           [](FindingDraft &draft, const WarpRole &role) {
             if (!role.isProducer)
               return;
             draft.finding.severity = Finding::Severity::Info;
             draft.finding.lost = 0; // the consumers need this time
             draft.finding.title = "The " + role.name + " waits for free slots " +
                                   draft.percent(Figure::RoleShare) +
                                   " of its time: the consumers are the bottleneck.";
             draft.finding.detail = "The consumers wait for copies at most " +
                                    draft.percent(Figure::ConsumersStarved) +
                                    " of their time. Faster loads would not help.";
             draft.add();
           });
}

void findMatrixWaits(const FindingInput &input) {
  forRoles(
      input, "overlap.matrix-wait", WaitTarget::Matrix,
      [](FindingDraft &draft, const WarpRole &role) {
        const uint64_t most = draft.count(Figure::MatrixInFlight);
        draft.finding.severity = most <= 1 ? Finding::Severity::Notice : Finding::Severity::Info;
        draft.finding.title = "The " + role.name + " waits for matrix operations " +
                              draft.percent(Figure::RoleShare) + " of its time, " +
                              draft.ticks(Figure::RolePerIteration) + " per iteration.";
        draft.finding.detail =
            most <= 1
                ? "A warp never has two matrix operations in flight. Issue the next one before "
                  "the wait for the previous one, unless other warps keep the tensor cores busy."
                : "Up to " + countText(most) +
                      " matrix operations of a warp are in flight concurrently.";
        draft.add();
      });
}

void findBarrierWaits(const FindingInput &input) {
  forRoles(input, "overlap.barrier-wait", WaitTarget::Barrier,
           [](FindingDraft &draft, const WarpRole &role) {
             draft.finding.severity = Finding::Severity::Notice;
             draft.finding.title = "The " + role.name + " waits at barriers " +
                                   draft.percent(Figure::RoleShare) + " of its time, " +
                                   draft.ticks(Figure::RolePerIteration) + " per iteration.";
             draft.finding.detail =
                 "Its warps arrive at different times, or all warps wait for the slowest one.";
             draft.add();
           });
}

void findCriticalShare(const FindingInput &input) {
  const CriticalPath &path = input.launch.criticalPath;
  FindingDraft draft(input, "overlap.critical-path");
  if (!draft.holds())
    return;
  const double work = draft.value(Figure::PathCompute) + draft.value(Figure::PathIssue);
  const double others = draft.value(Figure::PathSynchronization) + draft.value(Figure::PathWaits);
  constexpr double kMuch = 0.1; // of the path: worth a notice
  draft.finding.severity = draft.value(Figure::PathCopies) >= kMuch ? Finding::Severity::Notice
                                                                    : Finding::Severity::Info;
  draft.finding.title = "Waits for copies are " + draft.percent(Figure::PathCopies) +
                        " of the critical path of a CTA, waits for matrix operations " +
                        draft.percent(Figure::PathMatrix) + ", warp execution " +
                        percentText(work, 2) + ", synchronization and other waits " +
                        percentText(others, 2) + ".";
  draft.finding.lost =
      double(path.ticks[static_cast<size_t>(PathKind::Copy)]) * double(input.launch.ctas.size());
  std::vector<std::pair<int64_t, SliceId>> longest;
  for (const PathSegment &segment : path.segments)
    if (segment.wait != kNoIndex)
      longest.push_back(
          {(segment.begin - segment.end).value, input.launch.waits[segment.wait].slice});
  const size_t kept = std::min(longest.size(), kFindingSlices);
  std::ranges::partial_sort(longest, longest.begin() + static_cast<ptrdiff_t>(kept));
  for (size_t i = 0; i < kept; ++i)
    draft.finding.slices.push_back(longest[i].second);
  if (draft.finding.slices.empty())
    return; // no wait on the path
  draft.add();
}

} // namespace pstudio::analysis
