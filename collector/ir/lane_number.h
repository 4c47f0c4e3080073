// SPDX-License-Identifier: Apache-2.0
// Bits of the number of a lane in a warp.
#pragma once

#include <cstddef>

namespace pstudio {

/// Warps of 32 lanes; the unit of the analyses and of `xors` of #proton.access.
inline constexpr size_t kLaneNumberBits = 5;

} // namespace pstudio
