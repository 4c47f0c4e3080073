// SPDX-License-Identifier: Apache-2.0
// Rules for exposed stages and for the parts of the pipeline.
#include <algorithm>

#include "core/analysis/overlap/channel_figures.h"
#include "core/analysis/overlap/findings/finding_draft.h"
#include "core/analysis/overlap/findings/finding_rules.h"
#include "core/analysis/overlap/launch_figures.h"

namespace pstudio::analysis {
namespace {

bool isOfCopies(const Channel &channel) {
  return waitTargetOf(channel) != WaitTarget::Matrix;
}

/// Exposed time in the iterations of a part [ticks].
int64_t exposedIn(const Channel &channel, PipelinePart part) {
  int64_t sum = 0;
  for (const IterationFigures &iteration : channel.iterations)
    if (iteration.part == part)
      sum += iteration.figures.exposed.sum;
  return sum;
}

/// The parts outside of the steady state with most of the exposed time there.
std::string exposedParts(const Channel &channel) {
  const int64_t prologue = exposedIn(channel, PipelinePart::Prologue);
  const int64_t epilogue = exposedIn(channel, PipelinePart::Epilogue);
  if (epilogue * 10 < prologue)
    return "the prologue of \"" + channel.name + "\" is";
  if (prologue * 10 < epilogue)
    return "the epilogue of \"" + channel.name + "\" is";
  return "prologue and epilogue of \"" + channel.name + "\" are";
}

/// The stage with much more exposed time than the average of the others; null if there is none.
const StageFigures *outlierOf(const Channel &channel) {
  if (channel.stages.size() < 2)
    return nullptr;
  const auto exposedOf = [](const StageFigures &stage) { return stage.steady.exposed.mean(); };
  const auto worst = std::ranges::max_element(channel.stages, {}, exposedOf);
  double others = 0;
  for (const StageFigures &stage : channel.stages)
    if (&stage != &*worst)
      others += exposedOf(stage) / static_cast<double>(channel.stages.size() - 1);
  return exposedOf(*worst) >= 2 * others ? &*worst : nullptr;
}

void addExposed(const FindingInput &input, uint32_t index) {
  const LaunchOverlap &launch = input.launch;
  const Channel &channel = launch.channels[index];
  const StageFigures *stage = outlierOf(channel);
  FindingDraft draft(input, "overlap.exposed-stage",
                     {.channel = index, .stage = stage != nullptr ? stage->stage : kNoIndex});
  if (!draft.holds())
    return;
  draft.finding.severity = besideHidden(channel, severityOfLoss(draft.value(Figure::WaitedShare)));
  draft.finding.lost = double((stage != nullptr ? stage->steady : channel.steady).exposed.sum);
  const std::string who =
      stage != nullptr ? "Stage " + std::to_string(stage->stage) + " of \"" + channel.name + "\""
      : channel.stages.size() > 1 ? "Every stage of \"" + channel.name + "\""
                                  : "\"" + channel.name + "\"";
  draft.finding.title =
      who + ": warps wait for " +
      partText(input, draft.value(Figure::WaitedMean), draft.value(Figure::InFlightMean)) +
      " in flight on average" +
      (isBlockingKnown(launch, channel)
           ? "; " + draft.percent(Figure::BlockedShare) + " of its waits block."
           : "; every wait counts as blocked.");
  draft.finding.detail =
      "The waits for \"" + channel.name + "\" take " + draft.percent(Figure::WaitedShare) +
      " of the waiting warps' time (steady state: iterations " +
      std::to_string(channel.iterations[channel.steadyRange->first].instance) + " to " +
      std::to_string(channel.iterations[channel.steadyRange->second - 1].lastInstance) + ").";
  draft.finding.slices = worstWaits(launch, index, draft.finding.stage, true);
  draft.add();
}

} // namespace

void findExposedStages(const FindingInput &input) {
  for (uint32_t i = 0; i < input.launch.channels.size(); ++i)
    if (isOfCopies(input.launch.channels[i]))
      addExposed(input, i);
}

void findLateIssues(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  for (uint32_t i = 0; i < launch.channels.size(); ++i) {
    const Channel &channel = launch.channels[i];
    FindingDraft draft(input, "overlap.late-issue", {.channel = i});
    if (!isOfCopies(channel) || !draft.holds())
      continue;
    draft.finding.severity =
        besideHidden(channel, severityOfLoss(draft.value(Figure::WaitedShare)));
    draft.finding.lost = double(channel.steady.late.sum);
    draft.finding.title = "\"" + channel.name + "\" is issued " + draft.ticks(Figure::LateMedian) +
                          " after a warp starts to wait for it (median).";
    draft.finding.detail = "Nothing is in flight in this time, which is " +
                           draft.percent(Figure::LateShare) +
                           " of the steady state's wait time for these operations. The issuing "
                           "warp is late, not the copy.";
    draft.finding.slices = worstWaits(launch, i, kNoIndex, true);
    draft.add();
  }
}

void findPrologueOnly(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  for (uint32_t i = 0; i < launch.channels.size(); ++i) {
    const Channel &channel = launch.channels[i];
    FindingDraft draft(input, "overlap.prologue-only", {.channel = i});
    if (!isOfCopies(channel) || !draft.holds())
      continue;
    draft.finding.severity = Finding::Severity::Good;
    draft.finding.title = "Only " + exposedParts(channel) + " waited for. The steady state hides " +
                          draft.percent(Figure::SteadyHidden) + " of its time in flight.";
    draft.finding.slices = worstWaits(launch, i, kNoIndex, false);
    draft.add();
  }
}

} // namespace pstudio::analysis
