// SPDX-License-Identifier: Apache-2.0
// Clocks of the measuring programs.
#pragma once

#include <chrono>
#include <functional>
#include <sys/resource.h>

namespace pstudio::bench {

/// What all threads took together; a machine with other work to do says less by its clock.
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

/// Most memory that the process has had at once [GiB].
inline double mostGiB() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / (1 << 20);
}

} // namespace pstudio::bench
