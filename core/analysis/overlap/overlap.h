// SPDX-License-Identifier: Apache-2.0
// The overlap of a launch's asynchronous operations with other work, and the waits for them, as far
// as a trace shows them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/analysis/overlap/async_operation.h"
#include "core/analysis/overlap/channel.h"
#include "core/analysis/overlap/critical_path.h"
#include "core/analysis/overlap/finding.h"
#include "core/analysis/overlap/pipeline_test.h"
#include "core/analysis/overlap/warp_role.h"
#include "core/trace/launch_coverage.h"
#include "core/trace/trace.h"

namespace pstudio::analysis {

/// Format of times in the sentences of findings: "520 ns (1,030 cycles)".
struct FindingTimes {
  std::function<std::string(Picoseconds)> text; ///< formats a time; empty: durationText()
  bool areCyclesFirst = false;                  ///< "1,030 cycles (520 ns)"
};

struct OverlapOptions {
  std::set<std::string> withoutFindings = {}; ///< codes of disabled findings
  FindingTimes times = {};
};

/// The asynchronous operations of one launch. Tables refer to each other by index.
struct LaunchOverlap {
  LaunchId launch;               ///< none: tracks that belong to no launch
  std::string name;              ///< of the launch's track, with its kernel
  bool isInCycles = false;       ///< ticks are cycles, else picoseconds
  double picosecondsPerTick = 1; ///< of the launch's clocks, the median; to show ticks as times
  Picoseconds duration;          ///< from the first begin to the last end of its slices
  LaunchCoverage coverage;       ///< the CTAs that `duration` covers
  /// Launch::isCostSubtracted: the subtraction shifts warps relative to each other, so figures that
  /// compare warps are not valid. Analyse the trace as recorded if it is available.
  bool isCostSubtracted = false;
  /// Reason for missing operations, and a remedy; empty if there are operations.
  std::string missing;

  uint32_t sms = 0;             ///< SMs that ran the CTAs; 0 if unknown
  std::vector<AsyncCta> ctas;   ///< CTAs with recorded asynchronous steps
  std::vector<AsyncUnit> units; ///< by CTA
  std::vector<AsyncPlace> sites;
  std::vector<AsyncOperation> operations; ///< by channel, stream, instance
  std::vector<OperationVisit> visits;     ///< by operation, then exit
  std::vector<AsyncWait> waits;           ///< by unit, then enter
  std::vector<AsyncStream> streams;       ///< by channel
  std::vector<Channel> channels;          ///< matrix operations last, then by descending operations
  std::vector<WaitThreshold> waitThresholds; ///< of each queue with waits
  std::vector<WarpRole> roles;               ///< the role with most warps first

  OverlapFigures copies; ///< of all visits of waits for copies
  OverlapFigures matrix; ///< of all visits of waits for matrix operations
  PipelineTest pipeline;
  CriticalPath criticalPath;     ///< of the CTA of median duration
  std::vector<Finding> findings; ///< the most severe first
  uint64_t manualOperations = 0; ///< manual events, whose waits are scopes

  /// Entry of `waitThresholds`; null if no wait is for this queue. Valid as long as the launch.
  const WaitThreshold *thresholdOf(std::optional<AsyncQueue> queue) const {
    for (const WaitThreshold &threshold : waitThresholds)
      if (threshold.queue == queue)
        return &threshold;
    return nullptr;
  }
};

/// The launches of a trace, in its order; launches without asynchronous operations have the reason
/// in `missing`. Incomplete operations (missing arguments, missing ends, uncertain pairs) are
/// counted in their channel and left out of its figures. Linear in the slices, except for sorts of
/// records that are out of order. [thread: any]
std::vector<LaunchOverlap> analyzeOverlap(const Trace &trace, const OverlapOptions &options = {});

/// The findings of an analysed launch of `trace`, as analyzeOverlap() writes them with these
/// options: the most severe first. O(visits). [thread: any]
std::vector<Finding> findingsOf(const Trace &trace, const LaunchOverlap &launch,
                                const OverlapOptions &options);

} // namespace pstudio::analysis
