// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/overlap/findings/finding_rules.h"

#include <algorithm>

namespace pstudio::analysis {

std::vector<Finding> findingsOf(const Trace &trace, const LaunchOverlap &launch,
                                const OverlapOptions &options) {
  std::vector<Finding> findings;
  if (launch.operations.empty())
    return findings;
  const FindingInput input{trace, launch, options.times, findings};
  // Subtraction of the recording cost shifts warps relative to each other, so rules that compare
  // them are not valid.
  if (!launch.isCostSubtracted)
    for (const auto rule : {findExposedStages, findLateIssues, findPipelineBound, findStageMemory,
                            findDeepQueue, findProducerStall, findMatrixWaits, findBarrierWaits,
                            findPrologueOnly, findCriticalShare})
      rule(input);
  for (const auto rule : {findCorrectedTimes, findUncertainPairs, findDroppedRecords,
                          findUnknownThresholds, findManualWaits, findUnwaited})
    rule(input);
  std::erase_if(findings, [&](const Finding &finding) {
    return options.withoutFindings.contains(finding.code);
  });
  std::ranges::stable_sort(findings, std::greater(), [](const Finding &finding) {
    return std::pair(finding.severity, finding.lost);
  });
  return findings;
}

} // namespace pstudio::analysis
