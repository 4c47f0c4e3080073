// SPDX-License-Identifier: Apache-2.0
// Counts a launch and decides whether it is recorded.
#pragma once

#include "collector/attach/protocol/event_files.h"
#include "collector/attach/shim/attachment.h"

namespace pstudio::attach {

/// A launch that was counted.
struct NotedLaunch {
  KernelHandle handle;
  uint64_t number = 0;    ///< from 1; 0: none
  uint32_t flags = 0;     ///< LaunchFlags
  bool isChosen = false;  ///< the launch will be recorded
  bool isInPlace = false; ///< no rule chooses it, but an earlier launch was postponed
};

/// Call it once before each launch. Cost without a choice: one look-up and two additions. Waits for
/// the server at the first launch of a kernel. [thread: any]
NotedLaunch noteLaunch(Attachment &attachment, CuFunction function, CuStream stream);

/// True if a launch of the calling thread may be counted, numbered and chosen now: it is inside the
/// range. Without --range it costs one load.
inline bool mayCount(const Attachment &attachment) {
  return attachment.part.isOpen();
}

/// True while `stream` is captured. Queries the driver only while a capture is in progress.
bool isInCapture(const Attachment &attachment, CuStream stream);

/// The kernel of a handle, also of a handle that the driver returned by a function without a hook.
KernelHandle findKernel(Attachment &attachment, CuFunction function);

/// Counts `nodes` launches of a kernel by the replay of a graph that is not itself captured. Call
/// it once before each replay. \return the number of the first one; 0: they have none. Waits for
/// the server at the first launch of a kernel. [thread: any]
uint64_t noteReplay(Attachment &attachment, Kernel &kernel, uint64_t nodes);

/// True if the launch with this number will be recorded.
bool isChosen(const Attachment &attachment, const Kernel &kernel, uint64_t number);

/// A chosen launch was not recorded. After `AttachSettings::mostLaunches` failures no further
/// launch of the kernel is chosen.
void countFailure(const Attachment &attachment, Kernel &kernel);

/// The calling thread enters (+1) or leaves (-1) an autotuner's benchmark.
void changeAutotuning(int change);

} // namespace pstudio::attach
