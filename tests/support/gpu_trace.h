// SPDX-License-Identifier: Apache-2.0
// A trace that looks like a warp-specialised GEMM on a GPU: nested scopes, copies in flight,
// arrows, four truths.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/trace/trace.h"

namespace pstudio::test {

/// How large the trace is and what is odd about it.
struct GpuTraceOptions {
  uint32_t sms = 2;
  uint32_t ctasPerSm = 2;
  uint32_t consumers = 4; ///< warps that compute; warp 0 copies
  uint32_t steps = 12;    ///< turns of the k loop
  uint64_t dropped = 0;   ///< records
  uint64_t unmatched = 0; ///< records
  TimeBase timeBase = TimeBase::Measured;
  std::optional<RecordingCost> recordingCost; ///< stored with the launch
  bool arrowsToAll = true; ///< an arrow from each copy to every consumer, or only to the first
};

/// The same options give the same trace. Slices: per CTA, the producer has 1 + 2 * steps and as
/// many copies in flight as steps, each consumer 2 + 2 * steps.
std::shared_ptr<const Trace> makeGpuTrace(const GpuTraceOptions &options = {});

/// The number of slices that makeGpuTrace() yields.
uint64_t gpuTraceSliceCount(const GpuTraceOptions &options);

} // namespace pstudio::test
