// SPDX-License-Identifier: Apache-2.0
// Wall time of the host.
#pragma once

#include <chrono>

namespace pstudio::bench {

/// Runs from its making.
class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_begin).count();
  }
  double microseconds() const { return seconds() * 1e6; }

private:
  std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
};

} // namespace pstudio::bench
