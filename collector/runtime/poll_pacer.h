// SPDX-License-Identifier: Apache-2.0
// Polling intervals that grow with the elapsed time.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace pstudio {

/// Construct it when the wait begins, and call pause() between two polls. The end of a short kernel
/// is detected within microseconds. A long kernel is polled every 2 ms at the latest: a stop button
/// takes effect, and neither the host nor the device is kept busy.
class PollPacer {
public:
  double elapsedSeconds() const { return std::chrono::duration<double>(elapsed()).count(); }

  void pause() const {
    const auto waited = elapsed();
    if (waited < kSpin)
      return; // the poll itself takes about a microsecond
    std::this_thread::sleep_for(std::clamp<Clock::duration>(waited / 8, kShortest, kLongest));
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::microseconds kSpin{100};
  static constexpr std::chrono::microseconds kShortest{20};
  static constexpr std::chrono::milliseconds kLongest{2};

  Clock::duration elapsed() const { return Clock::now() - m_begin; }

  Clock::time_point m_begin = Clock::now();
};

} // namespace pstudio
