// SPDX-License-Identifier: Apache-2.0
// Clocks of the benchmarks.
#pragma once

#include <chrono>
#include <functional>
#include <sys/resource.h>

namespace pstudio::bench {

/// Processor time of all threads [s]. It depends less on other load of the machine than wall time.
inline double cpuSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval &time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

inline double secondsOf(const std::function<void()> &work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// Peak memory of the process [GiB].
inline double mostGiB() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

} // namespace pstudio::bench
