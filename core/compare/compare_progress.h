// SPDX-License-Identifier: Apache-2.0
// Progress of a comparison of large traces, and the request to stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stop_token>

namespace pstudio::compare {

/// Shared by the thread that compares and those that wait for it. [thread: any]
class CompareProgress {
public:
  explicit CompareProgress(std::stop_token stop = {}) : m_stop(std::move(stop)) {}

  /// Announces work, in steps of about the same cost. All of it is announced before the first step.
  void expect(uint64_t steps) { m_expected += steps; }
  void add(uint64_t steps) { m_done += steps; }
  /// Of the announced work, [0, 1]; 0 while none is announced.
  double fraction() const {
    const uint64_t expected = m_expected;
    return expected == 0
               ? 0
               : std::min(1.0, static_cast<double>(m_done) / static_cast<double>(expected));
  }

  const std::stop_token &stop() const { return m_stop; }
  bool isStopped() const { return m_stop.stop_requested(); }

private:
  std::stop_token m_stop;
  std::atomic<uint64_t> m_expected{0};
  std::atomic<uint64_t> m_done{0};
};

} // namespace pstudio::compare
