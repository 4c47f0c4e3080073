// SPDX-License-Identifier: Apache-2.0
// The clocks of all SMs of one launch.
#pragma once

#include <map>
#include <vector>

#include "core/clocks/clock_fit.h"

namespace pstudio::record {

/// The pairs of one launch, by SM. [not thread-safe]
class ClockMap {
public:
  explicit ClockMap(const ClockFitOptions &options) : m_options(options) {}

  /// Adds a pair of a block of the launch.
  void add(uint32_t hardwareId, ClockPair pair) { m_sms[hardwareId].launch.push_back(pair); }
  /// Adds a pair that was read before or after the launch.
  void addReading(uint32_t hardwareId, ClockPair pair) {
    m_sms[hardwareId].readings.push_back(pair);
  }

  /// One fit per SM that has pairs of the launch, by hardware id. The SMs of a GPU share a clock
  /// domain: if three quarters of the SMs with a determined rate agree on it, the other SMs use it.
  /// If no SM has a determined rate, the intervals of three quarters of all SMs may determine one
  /// together.
  /// O(pairs + SMs log SMs).
  std::map<uint32_t, ClockFit> fit() const;

private:
  struct Pairs {
    std::vector<ClockPair> launch;
    std::vector<ClockPair> readings;
  };

  ClockFitOptions m_options;
  std::map<uint32_t, Pairs> m_sms;
};

} // namespace pstudio::record
