// SPDX-License-Identifier: Apache-2.0
#include "collector/program/run_clock.h"

#include <algorithm>
#include <cstdio>

namespace pstudio::program {
namespace {

/// A short loop of host code comes here a hundred million times a second.
constexpr unsigned kCallsPerLook = 1024;
constexpr double kMinSeconds = 0.001;

std::string in(std::string_view place) {
  return place.empty() ? std::string() : " in the loop at " + std::string(place);
}

} // namespace

double RunClock::remainingSeconds() const {
  return std::max(std::chrono::duration<double>(m_deadline - now()).count(), kMinSeconds);
}

Result<void> RunClock::check(std::string_view place) {
  if (m_cancel.load(std::memory_order_relaxed))
    return fail(ErrorCode::Cancelled, "the program was stopped" + in(place));
  if (++m_calls % kCallsPerLook != 0 || now() < m_deadline)
    return {};
  char limit[32];
  std::snprintf(limit, sizeof limit, "%g s", m_limitSeconds);
  return fail(ErrorCode::RunFailed,
              "the program exceeded its time limit of " + std::string(limit) + in(place), {},
              "raise it with --time-limit if the program is merely slow");
}

} // namespace pstudio::program
