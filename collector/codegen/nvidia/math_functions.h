// SPDX-License-Identifier: Apache-2.0
// The choice of mathematical functions.
#pragma once

#include <cstdint>

namespace pstudio::nvidia {

/// Which bodies the mathematical functions get that the chip has no instruction for.
enum class MathFunctions : uint8_t {
  Best,    ///< libdevice's where a toolkit is installed, else ours
  BuiltIn, ///< ours (README.md has their errors): the same code on every machine
};

} // namespace pstudio::nvidia
