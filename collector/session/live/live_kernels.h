// SPDX-License-Identifier: Apache-2.0
// Live kernels on targets that the caller makes.
#pragma once

#include "collector/live_kernels.h"
#include "collector/session/live/live_kernel.h"

namespace pstudio {

/// openLiveKernels() on targets that `makeTarget` makes; they share a device.
Result<std::unique_ptr<LiveKernels>>
openLiveKernelsOn(std::vector<RunSpec> specs, const TargetMaker &makeTarget, ProgressSink &progress,
                  const std::atomic<bool> &cancel, const CollectOptions &options = {});

} // namespace pstudio
