// SPDX-License-Identifier: Apache-2.0
// PC samples and hardware counters of a kernel on an NVIDIA GPU, by launches of its own.
#pragma once

#include <cstdint>
#include <functional>

#include "collector/activity/cupti/cupti_library.h"
#include "collector/collector.h"
#include "collector/session/targets/loaded_kernel.h"
#include "core/run/activity_settings.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// A kernel that can be launched again and again.
struct SampledKernel {
  const cuda::Context &context;
  /// Code without instrumentation.
  const nvidia::PtxKernel &code;
  /// Gives the buffers their initial values, and waits until the device is idle.
  std::function<Result<void>()> prepare;
  /// Launches `kernel` and nothing else, and waits until the device is idle.
  std::function<Result<void>(const LoadedKernel &kernel)> launch;
};

/// Adds what `samples` asks for to the first launch of the trace. A GPU or a machine that does not
/// give it is a note in the trace ("samples.off", "counters.off"); an Error is that of a launch or
/// of compiling. No ActivitySession may be there.
Result<void> sampleKernel(const SampledKernel &kernel, const SampleSettings &samples,
                          TraceBuilder &trace, ProgressSink &progress,
                          const cupti::Environment &environment = cupti::processEnvironment());

} // namespace pstudio
