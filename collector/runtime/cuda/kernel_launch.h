// SPDX-License-Identifier: Apache-2.0
// Puts a launch to the driver: by the plain call, or with attributes for clusters, cooperative and
// programmatic launches, once the device is known to have room.
#pragma once

#include <string_view>

#include "collector/runtime/cuda/context_state.h"
#include "collector/runtime/cuda/stream.h"

namespace pstudio::cuda {

/// Queues the launch. `parameters` holds a pointer for each argument; the driver copies what is
/// behind them before this returns. The shape must have passed checkLaunch(). Unsupported for a
/// driver that has no such launch, InvalidInput for one that the device has no room for, RunFailed
/// for what the driver refuses. [the context is current]
Result<void> queueLaunch(ContextState &state, const Kernel &kernel, const LaunchShape &shape,
                         CuStream stream, void **parameters, std::string_view doing);

} // namespace pstudio::cuda
