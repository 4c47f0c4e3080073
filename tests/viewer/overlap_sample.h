// SPDX-License-Identifier: Apache-2.0
// A warp-specialised pipeline with uneven copies, as an overlap view is looked at.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/overlap/finding.h"
#include "core/trace/trace.h"
#include "viewer/geometry/overlap_data.h"

namespace pstudio::test {

/// Each CTA has a warp that copies and two that compute; the copies of the last stage are slower.
/// All in cycles of half a nanosecond. The same options give the same trace.
struct OverlapSampleOptions {
  uint32_t ctas = 3;
  uint32_t stages = 4;
  uint32_t steps = 24;
  int64_t latency = 300;    ///< of a copy, at least
  bool neverWaited = false; ///< one more copy at the end, for which nothing waits
  bool waitDropped = false; ///< the same, but records of waits were dropped
  bool isFileCut = false;   ///< a note says that the file ends early
  std::optional<RecordingCost> recordingCost = {}; ///< in the times
};

std::shared_ptr<const Trace> makeOverlapTrace(const OverlapSampleOptions &options = {});

/// The analysis of it, with findings of every severity.
std::shared_ptr<const OverlapData> makeOverlapData(const OverlapSampleOptions &options = {});

} // namespace pstudio::test
