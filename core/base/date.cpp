// SPDX-License-Identifier: Apache-2.0
// The system clock as text.
#include "core/base/date.h"

#include <chrono>
#include <ctime>

namespace pstudio {

std::string currentDate() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  const size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return {text, length};
}

} // namespace pstudio
