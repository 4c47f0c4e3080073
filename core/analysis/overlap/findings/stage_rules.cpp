// SPDX-License-Identifier: Apache-2.0
// Which stage is waited for, and where in the pipeline.
#include <algorithm>

#include "core/analysis/overlap/channel_figures.h"
#include "core/analysis/overlap/findings/finding_rules.h"

namespace pstudio::analysis {
namespace {

constexpr double kLeastExposed = 0.02; // of the time in flight: below, nobody would look

bool isOfCopies(const Channel &channel) {
  return waitTargetOf(channel.queue) != WaitTarget::Matrix;
}

double exposedShare(const OverlapFigures &figures) {
  return 1 - figures.hiddenShare().value_or(1);
}

/// Time that was waited in the iterations of a part [ticks].
int64_t exposedIn(const Channel &channel, PipelinePart part) {
  int64_t sum = 0;
  for (const IterationFigures &iteration : channel.iterations)
    if (iteration.part == part)
      sum += iteration.figures.exposed.sum;
  return sum;
}

/// The parts outside of the steady state in which most of the time there was waited.
std::string exposedParts(const Channel &channel) {
  const int64_t prologue = exposedIn(channel, PipelinePart::Prologue);
  const int64_t epilogue = exposedIn(channel, PipelinePart::Epilogue);
  if (epilogue * 10 < prologue)
    return "the prologue of \"" + channel.name + "\" is";
  if (prologue * 10 < epilogue)
    return "the epilogue of \"" + channel.name + "\" is";
  return "prologue and epilogue of \"" + channel.name + "\" are";
}

/// What the waits of a channel cost the warps that wait, of their active time.
double shareOfWaiters(const LaunchOverlap &launch, const Channel &channel) {
  double active = 0;
  for (const WarpRole &role : launch.roles)
    if (role.isConsumer)
      active += static_cast<double>(role.active);
  return active > 0 ? static_cast<double>(channel.waitedOnce) / active : 0;
}

Finding::Severity severityOf(double share) {
  return share >= 0.10   ? Finding::Severity::Warning
         : share >= 0.02 ? Finding::Severity::Notice
                         : Finding::Severity::Info;
}

/// The stage that is exposed much more than the others together on average; else null.
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
  const OverlapFigures &figures = stage != nullptr ? stage->steady : channel.steady;
  const double blocked = 1 - figures.readyShare();
  const double share = shareOfWaiters(launch, channel);
  const bool isKnown = isBlockingKnown(launch, channel);
  Finding finding;
  finding.code = "overlap.exposed-stage";
  finding.severity = besideHidden(channel, severityOf(share));
  const std::string who =
      stage != nullptr ? "Stage " + std::to_string(stage->stage) + " of \"" + channel.name + "\""
      : channel.stages.size() > 1 ? "Every stage of \"" + channel.name + "\""
                                  : "\"" + channel.name + "\"";
  finding.title = who + ": warps wait for " +
                  partText(input, figures.exposed.mean(), figures.inFlight.mean()) +
                  " in flight on average" +
                  (isKnown ? "; " + percentText(blocked, 2) + " of its waits block."
                           : "; every wait counts as blocked.");
  finding.detail =
      "These waits take " + percentText(share, 2) +
      " of the waiting warps' time (steady state: iterations " +
      std::to_string(channel.iterations[channel.steadyRange->first].instance) + " to " +
      std::to_string(channel.iterations[channel.steadyRange->second - 1].lastInstance) + ").";
  finding.numbers = {ticksNumber(launch, "waited for, mean", figures.exposed.mean()),
                     ticksNumber(launch, "waited for, median", double(figures.exposed.median)),
                     ticksNumber(launch, "in flight, mean", figures.inFlight.mean()),
                     percentNumber("of the waiting warps' time", share)};
  if (isKnown)
    finding.numbers.push_back(percentNumber("blocking waits", blocked));
  finding.channel = index;
  finding.stage = stage != nullptr ? stage->stage : kNoIndex;
  finding.slices = worstWaits(launch, index, finding.stage, true);
  input.findings.push_back(std::move(finding));
}

} // namespace

void findExposedStages(const FindingInput &input) {
  for (uint32_t i = 0; i < input.launch.channels.size(); ++i) {
    const Channel &channel = input.launch.channels[i];
    if (isOfCopies(channel) && channel.steadyRange && channel.steady.visits > 0 &&
        exposedShare(channel.steady) >= kLeastExposed)
      addExposed(input, i);
  }
}

void findLateIssues(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  for (uint32_t i = 0; i < launch.channels.size(); ++i) {
    const Channel &channel = launch.channels[i];
    const OverlapFigures &steady = channel.steady;
    const int64_t waited = steady.exposed.sum + steady.late.sum;
    if (!isOfCopies(channel) || steady.late.median <= 0 || steady.late.sum * 10 < waited)
      continue;
    Finding finding;
    finding.code = "overlap.late-issue";
    finding.severity = besideHidden(channel, severityOf(shareOfWaiters(launch, channel)));
    finding.title = "\"" + channel.name + "\" is issued " +
                    ticksText(input, double(steady.late.median)) +
                    " after a warp starts to wait for it (median).";
    finding.detail = "Nothing is in flight in this time, which is " +
                     percentText(double(steady.late.sum) / double(waited), 2) +
                     " of the steady state's wait time for these operations. The issuing warp is "
                     "late, not the copy.";
    finding.numbers = {ticksNumber(launch, "late, median", double(steady.late.median)),
                       percentNumber("of the wait time", double(steady.late.sum) / double(waited))};
    finding.channel = i;
    finding.slices = worstWaits(launch, i, kNoIndex, true);
    input.findings.push_back(std::move(finding));
  }
}

void findPrologueOnly(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  for (uint32_t i = 0; i < launch.channels.size(); ++i) {
    const Channel &channel = launch.channels[i];
    if (!isOfCopies(channel) || !channel.steadyRange || channel.steady.visits == 0 ||
        channel.figures.exposed.sum == 0 || exposedShare(channel.steady) >= kLeastExposed)
      continue;
    const int64_t outside = channel.figures.exposed.sum - channel.steady.exposed.sum;
    if (outside * 2 < channel.figures.exposed.sum)
      continue;
    Finding finding;
    finding.code = "overlap.prologue-only";
    finding.severity = Finding::Severity::Good;
    finding.title = "Only " + exposedParts(channel) + " waited for. The steady state hides " +
                    percentText(channel.steady.hiddenShare().value_or(1), 2) +
                    " of its time in flight.";
    finding.numbers = {
        percentNumber("hidden, steady state", channel.steady.hiddenShare().value_or(1)),
        percentNumber("waited for outside the steady state",
                      double(outside) / double(channel.figures.exposed.sum))};
    finding.channel = i;
    finding.slices = worstWaits(launch, i, kNoIndex, false);
    input.findings.push_back(std::move(finding));
  }
}

} // namespace pstudio::analysis
