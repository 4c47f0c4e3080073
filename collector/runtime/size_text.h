// SPDX-License-Identifier: Apache-2.0
// Sizes, times and extents of launches as people read them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/base/units.h"

namespace pstudio {

/// "227 KiB", "1.5 GiB", "12 bytes": exact below a MiB, else to a tenth.
std::string sizeText(uint64_t bytes);

/// Product of the extents.
constexpr uint64_t volume(const std::array<uint32_t, 3> &extents) {
  return uint64_t(extents[0]) * extents[1] * extents[2];
}

/// "32 x 2 x 1".
std::string spacedExtents(const std::array<uint32_t, 3> &extents);

/// "32x2x1".
std::string extentsText(const std::array<uint32_t, 3> &extents);

/// "12.35 us".
std::string microsecondsText(Nanoseconds time);

} // namespace pstudio
