// SPDX-License-Identifier: Apache-2.0
// One run of a specification on the CPU target.
#pragma once

#include "collector/collector.h"

namespace pstudio {

/// collect() for target "cpu".
Result<RunOutcome> runOnCpu(const RunSpec &spec, ProgressSink &progress,
                            const std::atomic<bool> &cancel);

/// The CPU target's entry of listTargets().
TargetInfo describeCpuTarget();

} // namespace pstudio
