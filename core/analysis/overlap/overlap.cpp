// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/overlap.h"

#include <algorithm>

#include "core/analysis/overlap/async_records.h"
#include "core/analysis/overlap/channel_figures.h"
#include "core/analysis/overlap/channel_order.h"
#include "core/analysis/overlap/findings/finding_rules.h"
#include "core/analysis/overlap/operation_builder.h"
#include "core/analysis/overlap/pipeline_parts.h"
#include "core/analysis/overlap/pipeline_test_run.h"
#include "core/analysis/overlap/wait_thresholds.h"
#include "core/analysis/overlap/wait_use.h"
#include "core/analysis/overlap/warp_roles.h"

namespace pstudio::analysis {
namespace {

/// The CTA of median duration.
uint32_t medianCta(const LaunchOverlap &launch) {
  std::vector<std::pair<Ticks, uint32_t>> lengths;
  for (uint32_t i = 0; i < launch.ctas.size(); ++i)
    lengths.push_back({launch.ctas[i].end - launch.ctas[i].begin, i});
  const auto middle = lengths.begin() + static_cast<ptrdiff_t>((lengths.size() - 1) / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return middle->second;
}

void analyze(const Trace &trace, const OverlapOptions &options, RecordedLaunch &launch) {
  LaunchOverlap &overlap = launch.overlap;
  if (overlap.units.empty())
    return;
  classifyWaits(trace, overlap);
  const std::vector<uint32_t> order = orderChannels(launch);
  buildOperations(launch, order);
  findParts(overlap);
  const WaitUse use = useOfWaits(launch);
  fillChannelFigures(overlap, use);
  findRoles(launch);
  overlap.pipeline = testPipeline(overlap, use);
  overlap.criticalPath = findCriticalPath(overlap, medianCta(overlap));
  overlap.findings = findingsOf(trace, overlap, options);
}

} // namespace

std::vector<LaunchOverlap> analyzeOverlap(const Trace &trace, const OverlapOptions &options) {
  std::vector<LaunchOverlap> launches;
  for (RecordedLaunch &launch : readAsyncRecords(trace)) {
    analyze(trace, options, launch);
    launches.push_back(std::move(launch.overlap));
  }
  return launches;
}

} // namespace pstudio::analysis
