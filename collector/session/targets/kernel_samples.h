// SPDX-License-Identifier: Apache-2.0
// PC samples and hardware counters of a kernel on an NVIDIA GPU, measured in additional launches.
#pragma once

#include <cstdint>
#include <functional>

#include "collector/activity/cupti/cupti_library.h"
#include "collector/collector.h"
#include "collector/session/targets/loaded_kernel.h"
#include "core/run/activity_settings.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// A kernel that can be launched repeatedly.
struct SampledKernel {
  const cuda::Context &context;
  /// Code without instrumentation.
  const nvidia::PtxKernel &code;
  /// Restores the initial values of the buffers, and waits until the device is idle.
  std::function<Result<void>()> prepare;
  /// Launches `kernel` and nothing else, and waits until the device is idle.
  std::function<Result<void>(const LoadedKernel &kernel)> launch;
};

/// Adds the samples and counters that `samples` selects to the first launch of the trace. If the
/// GPU or the machine does not provide them, adds a note to the trace ("samples.off",
/// "counters.off"). Errors of a launch or of the compile. No ActivitySession may exist.
Result<void> sampleKernel(const SampledKernel &kernel, const SampleSettings &samples,
                          TraceBuilder &trace, ProgressSink &progress,
                          const cupti::Environment &environment = cupti::processEnvironment());

} // namespace pstudio
