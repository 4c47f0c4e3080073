// SPDX-License-Identifier: Apache-2.0
// One run of a specification: the stages from the kernel file to a trace, the same for every
// target.
#pragma once

#include "collector/collector.h"
#include "collector/session/run_target.h"

namespace pstudio {

/// collect() on `target`, which must be for the same specification.
Result<RunOutcome> runSession(const RunSpec &spec, RunTarget &target, ProgressSink &progress,
                              const std::atomic<bool> &cancel, const CollectOptions &options = {});

} // namespace pstudio
