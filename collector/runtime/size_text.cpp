// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/size_text.h"

#include <cstdio>

namespace pstudio {

std::string sizeText(uint64_t bytes) {
  constexpr uint64_t kKibi = 1024;
  constexpr uint64_t kMebi = 1024 * kKibi;
  constexpr uint64_t kGibi = 1024 * kMebi;
  if (bytes >= kKibi && bytes < kMebi && bytes % kKibi == 0)
    return std::to_string(bytes / kKibi) + " KiB";
  if (bytes < kMebi)
    return std::to_string(bytes) + " bytes";
  const uint64_t unit = bytes < kGibi ? kMebi : kGibi;
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %s",
                static_cast<double>(bytes) / static_cast<double>(unit),
                unit == kMebi ? "MiB" : "GiB");
  return text;
}

std::string spacedExtents(const std::array<uint32_t, 3> &extents) {
  return std::to_string(extents[0]) + " x " + std::to_string(extents[1]) + " x " +
         std::to_string(extents[2]);
}

std::string extentsText(const std::array<uint32_t, 3> &extents) {
  return std::to_string(extents[0]) + "x" + std::to_string(extents[1]) + "x" +
         std::to_string(extents[2]);
}

std::string microsecondsText(Nanoseconds time) {
  const int64_t hundredths = (time.value + 5) / 10;
  const std::string rest = std::to_string(hundredths % 100);
  return std::to_string(hundredths / 100) + (rest.size() == 1 ? ".0" : ".") + rest + " us";
}

} // namespace pstudio
