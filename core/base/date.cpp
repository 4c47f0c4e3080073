// SPDX-License-Identifier: Apache-2.0
// The system clock as text.
#include "core/base/date.h"

#include <chrono>
#include <ctime>

namespace pstudio {
namespace {

constexpr int64_t kYear10000 = 253'402'300'800; // [s since 1970]

std::string utcText(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  const size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, length};
}

} // namespace

std::string currentDate() {
  return utcText(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()));
}

std::string dateOf(int64_t unixSeconds) {
  return unixSeconds < 0 || unixSeconds >= kYear10000 ? std::string() : utcText(unixSeconds);
}

} // namespace pstudio
