// SPDX-License-Identifier: Apache-2.0
// Counts a launch and decides whether it is recorded.
#pragma once

#include "collector/attach/protocol/event_files.h"
#include "collector/attach/shim/attachment.h"

namespace pstudio::attach {

/// A launch that was counted.
struct NotedLaunch {
  KernelHandle handle;
  uint64_t number = 0;   ///< from 1; 0: has none
  uint32_t flags = 0;    ///< LaunchFlags
  bool isChosen = false; ///< it is to be recorded
};

/// Called once for each launch, before it. One look-up and two additions where nothing is chosen;
/// waits for the server at the first launch of a kernel. [thread: any]
NotedLaunch noteLaunch(Attachment &attachment, CuFunction function, CuStream stream);

/// True while `stream` is captured. Asks the driver only while some capture is under way.
bool isInCapture(const Attachment &attachment, CuStream stream);

/// The kernel of a handle, also of one that the driver returned through a function without a hook.
KernelHandle findKernel(Attachment &attachment, CuFunction function);

/// The calling thread enters (+1) or leaves (-1) an autotuner's benchmark.
void changeAutotuning(int change);

} // namespace pstudio::attach
