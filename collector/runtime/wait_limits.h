// SPDX-License-Identifier: Apache-2.0
// Waiting for work of a device by asking, with a limit and a stop button.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "collector/runtime/poll_pacer.h"
#include "core/base/result.h"

namespace pstudio {

/// How long to wait, and for what to stop waiting.
struct WaitLimits {
  double seconds = 0.0;                      ///< wall clock; 0 = none
  const std::atomic<bool> *cancel = nullptr; ///< may be null; seen within about 20 ms
};

/// What one question about queued work was answered with.
enum class WorkState : uint8_t { Done, Pending, Failed };

/// How waiting ended.
enum class WaitEnd : uint8_t { Done, Failed, Cancelled, TimedOut };

/// Asks `state()` at the pace of PollPacer until it is no longer pending or a limit is met. Blocks.
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

/// The error of work that was given up because of `end` (Cancelled or TimedOut) while `doing`.
Error givenUp(WaitEnd end, const std::string &doing, const WaitLimits &limits);

} // namespace pstudio
