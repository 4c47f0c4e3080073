// SPDX-License-Identifier: Apache-2.0
// Remaining time of a program, and its stop button.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio::program {

/// The time limit of a whole program. The compilation of kernels and the decoding of records do not
/// count. [not thread-safe]
class RunClock {
public:
  /// Starts the clock. `cancel` must outlive this object.
  RunClock(double limitSeconds, const std::atomic<bool> &cancel)
      : m_limitSeconds(limitSeconds), m_cancel(cancel), m_deadline(now() + duration(limitSeconds)) {
  }

  const std::atomic<bool> &cancel() const { return m_cancel; }
  /// Remaining time [s]; always above 0, also after the limit.
  double remainingSeconds() const;
  /// Cancelled or RunFailed, with `place` in the message, if the program has to end. Cheap: most
  /// calls only check the stop button, not the time.
  Result<void> check(std::string_view place);

  /// The clock is paused during the lifetime of this object.
  class Pause {
  public:
    explicit Pause(RunClock &clock) : m_clock(clock), m_begin(now()) {}
    ~Pause() { m_clock.m_deadline += now() - m_begin; }
    Pause(const Pause &) = delete;
    Pause &operator=(const Pause &) = delete;

  private:
    RunClock &m_clock;
    std::chrono::steady_clock::time_point m_begin;
  };

private:
  using Clock = std::chrono::steady_clock;
  static Clock::time_point now() { return Clock::now(); }
  static Clock::duration duration(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  double m_limitSeconds;
  const std::atomic<bool> &m_cancel;
  Clock::time_point m_deadline;
  unsigned m_calls = 0;
};

} // namespace pstudio::program
