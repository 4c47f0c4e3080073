// SPDX-License-Identifier: Apache-2.0
// How often to ask whether something is done: at once while it is young, then ever more seldom.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace pstudio {

/// Made when the waiting begins; pause() goes between two questions. Short kernels are seen within
/// microseconds; long ones are asked about every 2 ms, so that a stop button works and neither the
/// host nor the device is kept busy.
class PollPacer {
public:
  double elapsedSeconds() const { return std::chrono::duration<double>(elapsed()).count(); }

  void pause() const {
    const auto waited = elapsed();
    if (waited < kSpin)
      return; // the question itself takes about a microsecond
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
