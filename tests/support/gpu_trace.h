// SPDX-License-Identifier: Apache-2.0
// A trace similar to that of a warp-specialised GEMM on a GPU: nested scopes, copies in flight,
// arrows, and data about the quality of the measurement.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/trace/trace.h"

namespace pstudio::test {

/// Size and data quality of the trace.
struct GpuTraceOptions {
  uint32_t sms = 2;
  uint32_t ctasPerSm = 2;
  uint32_t consumers = 4; ///< computing warps; warp 0 copies
  uint32_t steps = 12;    ///< iterations of the k loop
  uint64_t dropped = 0;   ///< records
  uint64_t unmatched = 0; ///< records
  TimeBase timeBase = TimeBase::Measured;
  std::optional<RecordingCost> recordingCost; ///< stored with the launch
  bool arrowsToAll = true; ///< an arrow from each copy to every consumer, or only to the first one
};

/// Equal options give equal traces. Slices per CTA: the producer has 1 + 2 * steps and one copy in
/// flight per step; each consumer has 2 + 2 * steps.
std::shared_ptr<const Trace> makeGpuTrace(const GpuTraceOptions &options = {});

/// The number of slices of makeGpuTrace().
uint64_t gpuTraceSliceCount(const GpuTraceOptions &options);

} // namespace pstudio::test
