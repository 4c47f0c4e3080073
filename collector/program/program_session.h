// SPDX-License-Identifier: Apache-2.0
// One run of a whole program, stage by stage.
#pragma once

#include <atomic>

#include "collector/collector.h"
#include "collector/program/program_device.h"

namespace pstudio::program {

/// Implementation of collectProgram(). Opens `device`.
Result<RunOutcome> runProgram(const ProgramSpec &spec, ProgramDevice &device,
                              ProgressSink &progress, const std::atomic<bool> &cancel,
                              const CollectOptions &options);

} // namespace pstudio::program
