// SPDX-License-Identifier: Apache-2.0
// Waits for work of a device by polling, with a time limit and a stop button.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "collector/runtime/poll_pacer.h"
#include "core/base/result.h"

namespace pstudio {

/// Time limit of a wait, and the flag that cancels it.
struct WaitLimits {
  double seconds = 0.0;                      ///< wall clock; 0 = none
  const std::atomic<bool> *cancel = nullptr; ///< may be null; takes effect within about 20 ms
};

/// Result of one poll of queued work.
enum class WorkState : uint8_t { Done, Pending, Failed };

/// Reason for the end of a wait.
enum class WaitEnd : uint8_t { Done, Failed, Cancelled, TimedOut };

/// Polls `state()` at the intervals of PollPacer until it is not Pending or a limit is met. Blocks.
template <class State> WaitEnd waitUntilDone(State state, const WaitLimits &limits) {
  const PollPacer pacer;
  for (;;) {
    const WorkState now = state();
    if (now != WorkState::Pending)
      return now == WorkState::Done ? WaitEnd::Done : WaitEnd::Failed;
    if (limits.cancel && limits.cancel->load(std::memory_order_relaxed))
      return WaitEnd::Cancelled;
    if (limits.seconds > 0 && pacer.elapsedSeconds() > limits.seconds)
      return WaitEnd::TimedOut;
    pacer.pause();
  }
}

/// Error of work that was abandoned because of `end` (Cancelled or TimedOut) while `doing`.
Error givenUp(WaitEnd end, const std::string &doing, const WaitLimits &limits);

} // namespace pstudio
