// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/overlap/overlap_numbers.h"

namespace pstudio {

OverlapNumbers overlapNumbers(const OverlapData &data, const OverlapChoice &choice) {
  const analysis::LaunchOverlap &launch = data.launches()[choice.launch];
  OverlapNumbers numbers;
  numbers.table = iterationTable(launch, choice.channel, choice.cta, choice.alignment);
  numbers.tiles = overlapTiles(launch, choice.channel);
  numbers.stages = stageBars(launch, choice.channel);
  numbers.hidden = hiddenPoints(launch, choice.channel, choice.cta);
  numbers.depthCta = choice.cta.value_or(typicalCta(launch));
  numbers.depth = depthPoints(data, choice.launch, choice.channel, numbers.depthCta);
  numbers.findings = overlapFindings(data, choice.launch);
  return numbers;
}

} // namespace pstudio
