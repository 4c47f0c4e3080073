// SPDX-License-Identifier: Apache-2.0
// What bounds the steady state, and whether more stages would help or fit.
#include <cmath>

#include "core/analysis/overlap/findings/finding_rules.h"
#include "core/analysis/overlap/launch_facts.h"

namespace pstudio::analysis {
namespace {

/// The least number of stages with which the test says compute-bound; 0 if none would.
uint32_t stagesNeeded(const PipelineTest &test) {
  if (test.compute <= 0)
    return 0;
  const double needed = static_cast<double>(test.load + test.compute) /
                        (test.groups * static_cast<double>(test.compute));
  return needed > 1000 ? 0 : static_cast<uint32_t>(std::ceil(needed));
}

std::vector<FindingNumber> inputsOf(const LaunchOverlap &launch) {
  const PipelineTest &test = launch.pipeline;
  return {ticksNumber(launch, "load", double(test.load)),
          ticksNumber(launch, "compute", double(test.compute)),
          {"stages", double(test.stages), ""},
          {"consumer groups", test.groups, ""},
          ticksNumber(launch, "time to spare", test.slack),
          percentNumber("blocking waits", test.blockedShare)};
}

/// Slots where a barrier counts them; else what was measured, how far ahead loads are issued.
std::string aheadText(const LaunchOverlap &launch) {
  const PipelineTest &test = launch.pipeline;
  if (launch.channels[test.channel].stageCount() == test.stages)
    return "With " + countText(test.stages, "stage", "stages");
  if (test.stages < 2)
    return "With loads issued in the iteration of their wait";
  return "With loads issued " + countText(test.stages - 1, "iteration", "iterations") + " ahead";
}

std::string loadText(const FindingInput &input) {
  const PipelineTest &test = input.launch.pipeline;
  const std::string load = ticksText(input, double(test.load));
  switch (test.loadSource) {
  case PipelineTest::LoadSource::Steady:
    return "a load takes " + load;
  case PipelineTest::LoadSource::All:
    return "a load takes " + load + " outside the steady state, which has no load waits,";
  case PipelineTest::LoadSource::UpperLimit:
    return "a load takes at most " + load;
  }
  return load;
}

} // namespace

void findPipelineBound(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  const PipelineTest &test = launch.pipeline;
  if (test.bound == PipelineTest::Bound::Unknown)
    return;
  const bool isCompute = test.bound == PipelineTest::Bound::Compute;
  const std::string work = ticksText(input, double(test.compute));
  Finding finding;
  finding.code = isCompute ? "overlap.compute-bound" : "overlap.load-bound";
  finding.channel = test.channel;
  finding.numbers = inputsOf(launch);
  if (isCompute) {
    finding.severity = Finding::Severity::Good;
    finding.title = "The steady state is compute-bound. Another stage would not help.";
    finding.detail =
        aheadText(launch) + ", " + loadText(input) + " and an iteration computes " + work;
    finding.detail +=
        test.slack >= 0 ? ": " + ticksText(input, test.slack) + " to spare."
                        : ". A load of that length would come " + ticksText(input, -test.slack) +
                              " late, but " + percentText(1 - test.blockedShare, 2) +
                              " of the waits did not block. The measured waits override the model.";
  } else {
    const uint32_t needed = stagesNeeded(test);
    finding.severity = besideHidden(launch.channels[test.channel], Finding::Severity::Warning);
    const bool isAhead = test.stages > 1;
    finding.title = "The steady state is load-bound: " +
                    std::string(isAhead ? "" : "no load is issued ahead, ") + loadText(input) +
                    (isAhead ? " and an iteration computes " : " and then an iteration computes ") +
                    work + ".";
    if (needed > test.stages)
      finding.detail = "Loads are issued " +
                       countText(needed - test.stages, "iteration", "iterations") + " too late. " +
                       countText(needed, "pipeline stage", "pipeline stages") + " (now " +
                       std::to_string(test.stages) +
                       ") would hide them, provided that load latency does not grow.";
  }
  finding.slices = isCompute ? steadyFlights(launch, test.channel)
                             : worstWaits(launch, test.channel, kNoIndex, true);
  input.findings.push_back(std::move(finding));
}

/// Speaks of memory only where more stages would help.
void findStageMemory(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  const PipelineTest &test = launch.pipeline;
  const auto used = launchNumber(input.trace, launch.launch, "shared memory");
  const auto limit = launchNumber(input.trace, launch.launch, "shared memory limit");
  if (test.bound != PipelineTest::Bound::Load || !used || !limit || *used > *limit)
    return;
  const double dynamic =
      static_cast<double>(input.trace.launches()[launch.launch.value].dynamicSharedBytes);
  const double buffers = dynamic > 0 ? dynamic : *used;
  const double each = std::floor(buffers / test.stages);
  const double free = *limit - *used;
  Finding finding;
  finding.code = "overlap.stage-memory";
  finding.channel = test.channel;
  finding.numbers = {{"shared memory", *used, "bytes"}, {"free", free, "bytes"}};
  // Stages of equal size leave no rest, and few other buffers are that large.
  if (each < 1024 || each * test.stages != buffers) {
    finding.severity = Finding::Severity::Info;
    finding.title = bytesText(free) + " of shared memory are available for another stage.";
    finding.detail = "The size of a stage is unknown: " + bytesText(buffers) +
                     " are not a multiple of " + countText(test.stages, "stage", "stages") + ".";
  } else {
    finding.severity = Finding::Severity::Notice;
    finding.title = "Another stage would need " + bytesText(each) + " more shared memory; " +
                    bytesText(free) + " are available.";
    finding.detail = "Estimated from " + bytesText(buffers) + " of " +
                     (dynamic > 0 ? "dynamic " : "") + "shared memory divided into " +
                     countText(test.stages, "stage", "stages") + " of equal size.";
    finding.numbers.push_back({"per stage", each, "bytes"});
  }
  finding.slices = worstWaits(launch, test.channel, kNoIndex, true);
  input.findings.push_back(std::move(finding));
}

void findDeepQueue(const FindingInput &input) {
  const LaunchOverlap &launch = input.launch;
  const PipelineTest &test = launch.pipeline;
  if (test.bound != PipelineTest::Bound::Compute || test.blockedShare > 0 || test.stages < 2)
    return;
  const uint32_t needed = stagesNeeded(test);
  if (needed == 0 || needed >= test.stages)
    return;
  const Channel &channel = launch.channels[test.channel];
  Finding finding;
  finding.code = "overlap.deep-queue";
  finding.severity = Finding::Severity::Info;
  finding.title = "Waits for \"" + channel.name + "\" never block in the steady state. " +
                  countText(needed, "stage", "stages") + " would suffice (now " +
                  std::to_string(test.stages) + ").";
  finding.detail = "Use the freed shared memory for larger tiles or for more CTAs per SM.";
  finding.numbers = inputsOf(launch);
  finding.channel = test.channel;
  finding.slices = steadyFlights(launch, test.channel);
  input.findings.push_back(std::move(finding));
}

} // namespace pstudio::analysis
