// SPDX-License-Identifier: Apache-2.0
// The system clock as text.
#include "core/base/date.h"

#include <chrono>
#include <ctime>

namespace pstudio {
namespace {

std::string textOf(std::time_t seconds) {
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[32];
  const size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, length};
}

} // namespace

std::string currentDate() {
  return textOf(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()));
}

std::string dateOf(Nanoseconds sinceEpoch) {
  constexpr int64_t kNsPerSecond = 1'000'000'000;
  constexpr int64_t kFirst = 946'684'800; // 2000-01-01; 64 bits of nanoseconds end in 2262
  const int64_t seconds = sinceEpoch.value / kNsPerSecond;
  return seconds < kFirst ? std::string() : textOf(seconds);
}

} // namespace pstudio
