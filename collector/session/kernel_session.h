// SPDX-License-Identifier: Apache-2.0
// A live session on targets that its caller chooses.
#pragma once

#include "collector/live_session.h"
#include "collector/session/kernel_on_device.h"

namespace pstudio {

/// openLiveSession() on targets that `makeTarget` makes; they share a device.
Result<std::unique_ptr<LiveSession>>
openLiveSessionOn(std::vector<RunSpec> specs, const TargetMaker &makeTarget, ProgressSink &progress,
                  const std::atomic<bool> &cancel, const CollectOptions &options = {});

} // namespace pstudio
