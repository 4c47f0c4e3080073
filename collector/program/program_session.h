// SPDX-License-Identifier: Apache-2.0
// One run of a whole program, stage by stage.
#pragma once

#include <atomic>

#include "collector/collector.h"
#include "collector/program/program_device.h"

namespace pstudio::program {

/// What collectProgram() does, on a device that need not be open yet.
Result<RunOutcome> runProgram(const ProgramSpec &spec, ProgramDevice &device,
                              ProgressSink &progress, const std::atomic<bool> &cancel,
                              const CollectOptions &options);

} // namespace pstudio::program
