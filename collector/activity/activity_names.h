// SPDX-License-Identifier: Apache-2.0
// Names of CUPTI's numbers for copies and kinds of memory.
#pragma once

#include <array>
#include <cstdint>

namespace pstudio::activity {

/// Of a CUpti_ActivityMemcpyKind: "host to device"; "unknown" for a number without a name.
constexpr const char *directionName(uint8_t number) {
  constexpr std::array kNames{"unknown",         "host to device",          "device to host",
                              "host to array",   "array to host",           "array to array",
                              "array to device", "device to array",         "device to device",
                              "host to host",    "device to another device"};
  return kNames[number < kNames.size() ? number : 0];
}

/// Of a CUpti_ActivityMemoryKind: "pinned"; "unknown" for a number without a name.
constexpr const char *memoryName(uint8_t number) {
  constexpr std::array kNames{"unknown", "pageable", "pinned", "device",
                              "array",   "managed",  "static", "managed static"};
  return kNames[number < kNames.size() ? number : 0];
}

} // namespace pstudio::activity
