// SPDX-License-Identifier: Apache-2.0
// Software pipelines with known times: the records of their kernels, as a profile buffer and as a
// trace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/record/launch_decoder.h"
#include "core/trace/trace.h"

namespace pstudio::test {

/// A loop of copies and products over `stages` buffers. All times are in cycles of 1 ns; records
/// cost no time. Every copy takes `latency` cycles from the end of its issue, for any number of
/// copies in flight.
struct AsyncPipeline {
  enum class Style : uint8_t {
    CopyGroups, ///< every warp copies (cp.async) and computes; a barrier of the CTA after each wait
    Mbarriers,  ///< warp 0 copies, the others compute; barriers "full" and "empty" between them
  };
  Style style = Style::CopyGroups;
  uint32_t stages = 2; ///< >= 1
  uint32_t steps = 8;  ///< iterations of the loop
  uint32_t warps = 2;  ///< number of computing warps
  int64_t issue = 20;
  int64_t latency = 400;
  int64_t compute = 100;
  int64_t extraCompute = 0;        ///< computing warp w takes w times this time more
  int64_t emptyWaitThreshold = 10; ///< of a wait whose operations are complete
  bool matrixQueue = false;        ///< Mbarriers: computing is a wgmma group and a wait for it
  bool byAddress = false;          ///< Mbarriers: only addresses are known at compile time
  uint32_t ctas = 1;               ///< in sequence on each SM
  uint32_t sms = 1;
  uint32_t slotsPerUnit = 0; ///< of the profile buffer, a power of two; 0: all records fit
  std::vector<record::LaunchFact> facts = {};
};

/// The operations of the pipeline's kernel.
enum AsyncPipelineOperation : uint16_t {
  kPipelineCompute,     ///< a scope
  kPipelineIssue,       ///< of the copies
  kPipelineCommit,      ///< CopyGroups
  kPipelineWait,        ///< for the copies
  kPipelineSynchronize, ///< CopyGroups
  kPipelineInitFull,    ///< Mbarriers, as all that follow
  kPipelineInitEmpty,
  kPipelineWaitEmpty,
  kPipelineArrive, ///< at "empty"
  kPipelineMatrix,
  kPipelineMatrixWait,
};

/// Times of one warp in one turn [cycles since the begin of its CTA]; -1: does not occur.
struct PipelineTurn {
  int64_t emptyWaitBegin = -1;
  int64_t emptyWaitEnd = -1;
  int64_t issueBegin = -1; ///< of the copy for this turn, which an earlier turn may issue
  int64_t issueEnd = -1;
  int64_t complete = -1; ///< of that copy
  int64_t waitBegin = -1;
  int64_t waitEnd = -1;
  int64_t computeBegin = -1;
  int64_t computeEnd = -1; ///< and the arrival at "empty"
};

/// By warp and turn. Mbarriers: warp 0 is the producer. O(warps * steps).
std::vector<std::vector<PipelineTurn>> timesOf(const AsyncPipeline &pipeline);

/// A launch of the pipeline as it comes from a device. It may be moved. A copy refers to the buffer
/// of the original.
struct PipelineLaunch {
  std::vector<std::byte> buffer;
  record::LaunchCapture capture; ///< its `blocks` refer to the buffer
};
PipelineLaunch launchOf(const AsyncPipeline &pipeline);

/// The same, decoded.
std::shared_ptr<const Trace> traceOf(const AsyncPipeline &pipeline);

} // namespace pstudio::test
