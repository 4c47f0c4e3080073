// SPDX-License-Identifier: Apache-2.0
// Rules for the bound of the steady state and for the number of stages.
#include <cmath>

#include "core/analysis/overlap/findings/finding_draft.h"
#include "core/analysis/overlap/findings/finding_rules.h"
#include "core/analysis/overlap/launch_figures.h"

namespace pstudio::analysis {
namespace {

/// The number of stages if it is that of the slots; else the measured number of iterations by which
/// loads are issued ahead.
std::string aheadText(const LaunchOverlap &launch) {
  const PipelineTest &test = launch.pipeline;
  if (launch.channels[test.channel].stageCount() == test.stages)
    return "With " + countText(test.stages, "stage", "stages");
  if (test.stages < 2)
    return "With loads issued in the iteration of their wait";
  return "With loads issued " + countText(test.stages - 1, "iteration", "iterations") + " ahead";
}

std::string loadText(const FindingInput &input, const FindingDraft &draft) {
  const std::string load = draft.ticks(Figure::Load);
  switch (input.launch.pipeline.loadSource) {
  case PipelineTest::LoadSource::Steady:
    return "a load takes " + load;
  case PipelineTest::LoadSource::All:
    return "a load takes " + load + " outside the steady state, which has no load waits,";
  case PipelineTest::LoadSource::UpperLimit:
    return "a load takes at most " + load;
  }
  return load;
}

void addComputeBound(const FindingInput &input, FindingDraft &draft) {
  const uint32_t channel = input.launch.pipeline.channel;
  draft.finding.severity = Finding::Severity::Good;
  draft.finding.title = "The steady state is compute-bound. Another stage would not help.";
  if (draft.isKnown(Figure::TimeToSpare))
    draft.finding.detail = aheadText(input.launch) + ", " + loadText(input, draft) +
                           " and an iteration computes " + draft.ticks(Figure::Compute) + ": " +
                           draft.ticks(Figure::TimeToSpare) + " to spare.";
  else
    draft.finding.detail = "Warps wait for " + draft.percent(Figure::SteadyExposed) +
                           " of the time in flight of its operations.";
  draft.finding.slices = steadyFlights(input.launch, channel);
  draft.add();
}

void addLoadBound(const FindingInput &input, FindingDraft &draft) {
  const PipelineTest &test = input.launch.pipeline;
  const bool isAhead = test.stages > 1;
  draft.finding.severity = besideHidden(
      input.launch.channels[test.channel],
      std::max(severityOfLoss(draft.value(Figure::WaitedShare)), Finding::Severity::Notice));
  draft.finding.lost = double(input.launch.channels[test.channel].steady.exposed.sum);
  draft.finding.title =
      "The steady state is load-bound: " + std::string(isAhead ? "" : "no load is issued ahead, ") +
      loadText(input, draft) +
      (isAhead ? " and an iteration computes " : " and then an iteration computes ") +
      draft.ticks(Figure::Compute) + ".";
  const uint64_t needed = draft.count(Figure::NeededStages);
  if (needed > test.stages)
    draft.finding.detail = "Loads are issued " +
                           countText(needed - test.stages, "iteration", "iterations") +
                           " too late. " + countText(needed, "pipeline stage", "pipeline stages") +
                           " (now " + countText(draft.count(Figure::Stages)) +
                           ") would hide them, provided that load latency does not grow.";
  draft.finding.slices = worstWaits(input.launch, test.channel, kNoIndex, true);
  draft.add();
}

} // namespace

void findPipelineBound(const FindingInput &input) {
  const FindingSubject subject{.channel = input.launch.pipeline.channel};
  if (FindingDraft draft(input, "overlap.compute-bound", subject); draft.holds())
    addComputeBound(input, draft);
  if (FindingDraft draft(input, "overlap.load-bound", subject); draft.holds())
    addLoadBound(input, draft);
}

/// Reports the memory for another stage only if more stages would help.
void findStageMemory(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  const PipelineTest &test = launch.pipeline;
  FindingDraft draft(input, "overlap.stage-memory", {.channel = test.channel});
  if (!draft.holds())
    return;
  Finding &finding = draft.finding;
  const double dynamic =
      static_cast<double>(input.trace.launches()[launch.launch.value].dynamicSharedBytes);
  const double buffers = dynamic > 0 ? dynamic : draft.value(Figure::SharedMemory);
  const double each = std::floor(buffers / test.stages);
  const std::string free = bytesText(draft.value(Figure::SharedFree));
  // Stages of equal size divide the memory without remainder and are at least 1 KiB; otherwise the
  // memory may contain other buffers.
  if (each < 1024 || each * test.stages != buffers) {
    finding.severity = Finding::Severity::Info;
    finding.title = free + " of shared memory are available for another stage.";
    finding.detail = "The size of a stage is unknown: " + bytesText(buffers) +
                     " are not a multiple of " + countText(test.stages, "stage", "stages") + ".";
  } else {
    finding.severity = Finding::Severity::Notice;
    finding.title = "Another stage would need " + bytesText(each) + " more shared memory; " + free +
                    " are available.";
    finding.detail = "Estimated from " + bytesText(buffers) + " of " +
                     (dynamic > 0 ? "dynamic " : "") + "shared memory divided into " +
                     countText(test.stages, "stage", "stages") + " of equal size.";
    finding.numbers.push_back({"per stage", each, "bytes"});
  }
  finding.slices = worstWaits(launch, test.channel, kNoIndex, true);
  draft.add();
}

void findDeepQueue(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  const PipelineTest &test = launch.pipeline;
  FindingDraft draft(input, "overlap.deep-queue", {.channel = test.channel});
  if (!draft.holds() || !draft.isKnown(Figure::NeededStages))
    return;
  const uint64_t needed = draft.count(Figure::NeededStages);
  if (needed == 0 || needed >= draft.count(Figure::Stages))
    return;
  draft.finding.severity = Finding::Severity::Info;
  draft.finding.title = "Waits for \"" + launch.channels[test.channel].name +
                        "\" never block in the steady state. " +
                        countText(needed, "stage", "stages") + " would suffice (now " +
                        countText(draft.count(Figure::Stages)) + ").";
  draft.finding.detail = "Use the freed shared memory for larger tiles or for more CTAs per SM.";
  draft.finding.slices = steadyFlights(launch, test.channel);
  draft.add();
}

} // namespace pstudio::analysis
