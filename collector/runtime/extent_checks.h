// SPDX-License-Identifier: Apache-2.0
// Whether the extents of a launch are within a device's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace pstudio {

/// Product of the extents.
constexpr uint64_t volume(const std::array<uint32_t, 3> &extents) {
  return uint64_t(extents[0]) * extents[1] * extents[2];
}

/// What is wrong with them, "grid 0 x 1 x 1 is empty in x"; empty if nothing.
std::string extentProblem(std::string_view what, const std::array<uint32_t, 3> &extents,
                          const std::array<uint32_t, 3> &limits);

} // namespace pstudio
