// SPDX-License-Identifier: Apache-2.0
// What keeps the figures from being complete or certain.
#include <algorithm>

#include "core/analysis/overlap/async_facts.h"
#include "core/analysis/overlap/findings/finding_rules.h"

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

uint64_t countOf(const LaunchOverlap &launch, Completion completion) {
  uint64_t count = 0;
  for (const Channel &channel : launch.channels)
    count += channel.completions[static_cast<size_t>(completion)];
  return count;
}

std::vector<SliceId> firstFlights(const LaunchOverlap &launch) {
  std::vector<SliceId> slices;
  for (size_t i = 0; i < std::min<size_t>(launch.operations.size(), 1); ++i)
    slices.push_back(launch.operations[i].flight);
  return slices;
}

} // namespace

void findCorrectedTimes(const FindingInput &input) {
  if (!input.launch.isCostSubtracted)
    return;
  Finding finding;
  finding.code = "overlap.corrected";
  finding.severity = Finding::Severity::Warning;
  finding.title = "The recording cost was subtracted from these times. Figures that compare warps "
                  "differ from those of the launch.";
  finding.detail =
      "The correction shifts warps relative to each other. Analyse the uncorrected trace.";
  finding.numbers = {{"operations", double(input.launch.operations.size()), ""}};
  finding.slices = firstFlights(input.launch);
  input.findings.push_back(std::move(finding));
}

void findUncertainPairs(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  const uint64_t uncertain = countOf(launch, Completion::Uncertain);
  const uint64_t unknown = countOf(launch, Completion::IssueUnknown);
  uint64_t withoutIssue = 0;
  uint64_t cut = 0;
  for (const AsyncPlace &site : launch.sites) {
    withoutIssue += site.withoutIssue;
    cut += site.cut;
  }
  const uint64_t odd = uncertain + std::max(unknown, withoutIssue) + cut;
  const auto all = static_cast<uint64_t>(launch.operations.size());
  if (odd == 0 || odd * 100 <= all)
    return;
  Finding finding;
  finding.code = "overlap.uncertain";
  finding.severity = Finding::Severity::Warning;
  finding.title = countText(odd) + " of " + countText(all, "operation", "operations") + " (" +
                  percentText(double(odd) / double(all), 2) +
                  ") have no unambiguous pairing. The figures exclude them.";
  finding.detail = "Issue not recorded: " + countText(std::max(unknown, withoutIssue)) +
                   "; order not certain: " + countText(uncertain) +
                   "; truncated waits: " + countText(cut) + ".";
  finding.numbers = {{"order not certain", double(uncertain), ""},
                     {"issue not recorded", double(std::max(unknown, withoutIssue)), ""},
                     {"truncated waits", double(cut), ""},
                     {"operations", double(all), ""}};
  finding.slices = flightsThat(launch, Completion::Uncertain);
  if (finding.slices.empty())
    finding.slices = flightsThat(launch, Completion::IssueUnknown);
  if (finding.slices.empty())
    finding.slices = firstFlights(launch);
  input.findings.push_back(std::move(finding));
}

void findDroppedRecords(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  if (!launch.launch.isValid())
    return;
  const Launch &facts = input.trace.launches()[launch.launch.value];
  if (facts.recordsDropped == 0)
    return;
  const double share =
      facts.recordsWritten > 0 ? double(facts.recordsDropped) / double(facts.recordsWritten) : 1.0;
  Finding finding;
  finding.code = "overlap.dropped";
  finding.severity = Finding::Severity::Warning;
  finding.title = countText(facts.recordsDropped) + " records (" + percentText(share, 2) +
                  ") were dropped. The figures describe only the remaining records.";
  finding.detail =
      "Use a larger buffer (slots=), fewer warps or CTAs, or strategy=stream to keep all records.";
  finding.numbers = {{"dropped", double(facts.recordsDropped), ""},
                     {"written", double(facts.recordsWritten), ""}};
  finding.slices = firstFlights(launch);
  input.findings.push_back(std::move(finding));
}

void findUnknownThresholds(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  std::string queues;
  std::vector<FindingNumber> numbers;
  for (const WaitThreshold &threshold : launch.waitThresholds) {
    if (threshold.source == WaitThreshold::Source::Measured ||
        threshold.queue == AsyncQueue::NamedBarrier)
      continue;
    const std::string name =
        threshold.queue ? std::string(queueName(threshold.queue)) : std::string("scopes");
    queues += (queues.empty() ? "" : ", ") + name;
    numbers.push_back(ticksNumber(launch, name, double(threshold.length.value)));
  }
  if (queues.empty())
    return;
  Finding finding;
  finding.code = "overlap.floor";
  finding.severity = Finding::Severity::Info;
  finding.title = "The duration of an empty wait was not measured for " + queues + ".";
  finding.detail =
      "The shortest wait of the launch approximates an empty wait. Every scope with a nonzero "
      "duration counts as blocked, so the wait times of scopes are upper bounds.";
  if (launch.pipeline.bound == PipelineTest::Bound::Unknown)
    finding.detail += " The bound of the steady state (load or compute) is unknown.";
  finding.numbers = std::move(numbers);
  finding.slices = firstFlights(launch);
  input.findings.push_back(std::move(finding));
}

void findManualWaits(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  if (launch.manualOperations == 0)
    return;
  const uint64_t without = countOf(launch, Completion::EndOnly);
  Finding finding;
  finding.code = "overlap.manual";
  finding.severity = Finding::Severity::Info;
  finding.title = countText(launch.manualOperations, "operation is a manual event",
                            "operations are manual events") +
                  " marked in the kernel's source.";
  finding.detail = "The innermost scope around an event's end counts as its wait";
  finding.detail += without == 0 ? "." : "; " + countText(without) + " have no such scope.";
  finding.numbers = {{"events", double(launch.manualOperations), ""},
                     {"without a scope around their end", double(without), ""}};
  for (const Channel &channel : launch.channels)
    if (!channel.queue && finding.slices.empty())
      finding.slices.push_back(launch.operations[channel.firstOperation].flight);
  input.findings.push_back(std::move(finding));
}

static void findWaitsNotRecorded(const FindingInput &input) {
  const uint64_t count = countOf(input.launch, Completion::WaitUnknown);
  if (count == 0)
    return;
  Finding finding;
  finding.code = "overlap.wait-not-recorded";
  finding.severity = Finding::Severity::Warning;
  finding.title = "The waits for " + countText(count, "operation", "operations") +
                  " are not recorded. The figures exclude these operations.";
  finding.detail = "Records were dropped, or a warp did not reach its end. Use a larger buffer "
                   "(slots=), fewer warps or CTAs, or strategy=stream to keep all records.";
  finding.numbers = {{"wait not recorded", double(count), ""}};
  finding.slices = flightsThat(input.launch, Completion::WaitUnknown);
  input.findings.push_back(std::move(finding));
}

void findUnwaited(const FindingInput &input) {
  findWaitsNotRecorded(input);
  const uint64_t count = countOf(input.launch, Completion::NeverWaited);
  if (count == 0)
    return;
  Finding finding;
  finding.code = "overlap.never-waited";
  finding.severity = Finding::Severity::Info;
  finding.title = countText(count, "operation has", "operations have") +
                  " no wait: the completion time is unknown.";
  finding.detail = "This is usual for the last stores of a kernel.";
  finding.numbers = {{"never waited for", double(count), ""}};
  finding.slices = flightsThat(input.launch, Completion::NeverWaited);
  input.findings.push_back(std::move(finding));
}

} // namespace pstudio::analysis
