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

  /// A pair that a block of the launch carries.
  void add(uint32_t hardwareId, ClockPair pair) { m_sms[hardwareId].launch.push_back(pair); }
  /// A pair read before or after the launch.
  void addReading(uint32_t hardwareId, ClockPair pair) {
    m_sms[hardwareId].readings.push_back(pair);
  }

  /// One fit per SM that has pairs of the launch, by hardware id. The SMs of a GPU share a clock
  /// domain: where three quarters of those that know their rate agree on one, it serves those that
  /// do not. Where none knows its rate, three quarters of all may leave one rate together.
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
