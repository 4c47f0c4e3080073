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

/// Launches of one kernel by one call of the program.
struct LaunchesOfCall {
  uint64_t nodes = 1;
  bool isReplay = false;   ///< they are nodes of a replayed graph
  bool isCaptured = false; ///< they become nodes of a graph that is captured
};

/// Counts the launches; the result is that of the first one, the numbers of the others follow. Call
/// it once before each call that launches. Cost without a choice: two additions. Waits for the
/// server at the first launch of a kernel. [thread: any]
NotedLaunch noteLaunches(Attachment &attachment, KernelHandle handle,
                         const LaunchesOfCall &launches);

/// The same for one launch; costs one look-up more. [thread: any]
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

/// True if launches of the calling thread are numbered now: it is inside the range, and not in an
/// autotuner's benchmark that is left out.
bool mayNumber(const Attachment &attachment);

/// Adds launches by earlier replays to the counters of a kernel. \param hasNumbers  they have got
/// numbers at their replays
void countReplays(Attachment &attachment, Kernel *kernel, uint64_t launches, bool hasNumbers);

/// The least number from `from` on that is chosen; UINT64_MAX: none. O(ranges)
uint64_t nextChosen(const Kernel &kernel, uint64_t from);

/// True if the launch with this number will be recorded.
bool isChosen(const Attachment &attachment, const Kernel &kernel, uint64_t number);

/// A chosen launch was not recorded. After `AttachSettings::mostLaunches` failures no further
/// launch of the kernel is chosen.
void countFailure(const Attachment &attachment, Kernel &kernel);

/// The calling thread enters (+1) or leaves (-1) an autotuner's benchmark.
void changeAutotuning(int change);

} // namespace pstudio::attach
