// SPDX-License-Identifier: Apache-2.0
// Rules for incomplete or uncertain figures.
#include <algorithm>

#include "core/analysis/overlap/async_facts.h"
#include "core/analysis/overlap/findings/finding_draft.h"
#include "core/analysis/overlap/findings/finding_rules.h"
#include "core/analysis/overlap/launch_figures.h"

namespace pstudio::analysis {
namespace {

std::vector<SliceId> flightsThat(const LaunchOverlap &launch, Completion completion) {
  std::vector<SliceId> slices;
  for (const AsyncOperation &operation : launch.operations) {
    if (slices.size() == kFindingSlices)
      break;
    if (operation.completion == completion)
      slices.push_back(operation.flight);
  }
  return slices;
}

std::vector<SliceId> firstFlights(const LaunchOverlap &launch) {
  std::vector<SliceId> slices;
  for (size_t i = 0; i < std::min<size_t>(launch.operations.size(), 1); ++i)
    slices.push_back(launch.operations[i].flight);
  return slices;
}

} // namespace

void findCorrectedTimes(const FindingInput &input) {
  FindingDraft draft(input, "overlap.corrected");
  if (!draft.holds())
    return;
  draft.finding.severity = Finding::Severity::Warning;
  draft.finding.title = "The recording cost was subtracted from these times. Figures that compare "
                        "warps differ from those of the launch.";
  draft.finding.detail =
      "The correction shifts warps relative to each other. Analyse the uncorrected trace.";
  draft.finding.slices = firstFlights(input.launch);
  draft.add();
}

void findUncertainPairs(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  FindingDraft draft(input, "overlap.uncertain");
  if (!draft.holds())
    return;
  const uint64_t unknown = draft.count(Figure::IssueNotRecorded);
  const uint64_t uncertain = draft.count(Figure::NotCertain);
  const uint64_t cut = draft.count(Figure::CutWaits);
  draft.finding.severity = Finding::Severity::Warning;
  draft.finding.title = countText(uncertain + unknown + cut) + " of " +
                        countText(draft.count(Figure::Operations), "operation", "operations") +
                        " (" + draft.percent(Figure::UncertainShare) +
                        ") have no unambiguous pairing. The figures exclude them.";
  draft.finding.detail = "Issue not recorded: " + countText(unknown) +
                         "; order not certain: " + countText(uncertain) +
                         "; truncated waits: " + countText(cut) + ".";
  draft.finding.slices = flightsThat(launch, Completion::Uncertain);
  if (draft.finding.slices.empty())
    draft.finding.slices = flightsThat(launch, Completion::IssueUnknown);
  if (draft.finding.slices.empty())
    draft.finding.slices = firstFlights(launch);
  draft.add();
}

void findDroppedRecords(const FindingInput &input) {
  FindingDraft draft(input, "overlap.dropped");
  if (!draft.holds())
    return;
  draft.finding.severity = Finding::Severity::Warning;
  draft.finding.title =
      countText(draft.count(Figure::RecordsDropped)) + " records" +
      (draft.isKnown(Figure::DroppedShare) ? " (" + draft.percent(Figure::DroppedShare) + ")"
                                           : std::string()) +
      " were dropped. The figures describe only the remaining records.";
  draft.finding.detail =
      "Use a larger buffer (slots=), fewer warps or CTAs, or strategy=stream to keep all records.";
  draft.finding.slices = firstFlights(input.launch);
  draft.add();
}

void findUnknownThresholds(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  FindingDraft draft(input, "overlap.floor");
  if (!draft.holds())
    return;
  std::string queues;
  for (const WaitThreshold &threshold : launch.waitThresholds) {
    if (!isUnmeasured(threshold))
      continue;
    const std::string name =
        threshold.queue ? std::string(queueName(threshold.queue)) : std::string("scopes");
    queues += (queues.empty() ? "" : ", ") + name;
    draft.finding.numbers.push_back(ticksNumber(launch, name, double(threshold.length.value)));
  }
  draft.finding.severity = Finding::Severity::Info;
  draft.finding.title = "The duration of a wait that need not wait was not measured for " + queues + ".";
  draft.finding.detail =
      "The shortest wait of the launch approximates it. Every scope with a nonzero "
      "duration counts as blocked, so the wait times of scopes are upper bounds.";
  if (launch.pipeline.bound == PipelineTest::Bound::Unknown)
    draft.finding.detail += " The bound of the steady state (load or compute) is unknown.";
  draft.finding.slices = firstFlights(launch);
  draft.add();
}

void findManualWaits(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  FindingDraft draft(input, "overlap.manual");
  if (!draft.holds())
    return;
  const uint64_t without = draft.count(Figure::WithoutScope);
  draft.finding.severity = Finding::Severity::Info;
  draft.finding.title = countText(draft.count(Figure::ManualOperations),
                                  "operation is a manual event", "operations are manual events") +
                        " marked in the kernel's source.";
  draft.finding.detail = "The innermost scope around an event's end counts as its wait";
  draft.finding.detail += without == 0 ? "." : "; " + countText(without) + " have no such scope.";
  for (const Channel &channel : launch.channels)
    if (!channel.queue && draft.finding.slices.empty())
      draft.finding.slices.push_back(launch.operations[channel.firstOperation].flight);
  draft.add();
}

static void findWaitsNotRecorded(const FindingInput &input) {
  FindingDraft draft(input, "overlap.wait-not-recorded");
  if (!draft.holds())
    return;
  draft.finding.severity = Finding::Severity::Warning;
  draft.finding.title = "The waits for " +
                        countText(draft.count(Figure::WaitNotRecorded), "operation", "operations") +
                        " are not recorded. The figures exclude these operations.";
  draft.finding.detail =
      "Records were dropped, or a warp did not reach its end. Use a larger buffer "
      "(slots=), fewer warps or CTAs, or strategy=stream to keep all records.";
  draft.finding.slices = flightsThat(input.launch, Completion::WaitUnknown);
  draft.add();
}

void findUnwaited(const FindingInput &input) {
  findWaitsNotRecorded(input);
  FindingDraft draft(input, "overlap.never-waited");
  if (!draft.holds())
    return;
  draft.finding.severity = Finding::Severity::Info;
  draft.finding.title =
      countText(draft.count(Figure::NeverWaited), "operation has", "operations have") +
      " no wait: the completion time is unknown.";
  draft.finding.detail = "This is usual for the last stores of a kernel.";
  draft.finding.slices = flightsThat(input.launch, Completion::NeverWaited);
  draft.add();
}

} // namespace pstudio::analysis
