// SPDX-License-Identifier: Apache-2.0
// The choice of mathematical functions.
#pragma once

#include <cstdint>
#include <string>

namespace pstudio::nvidia {

/// Bodies of mathematical functions that the chip has no instruction for.
enum class MathFunctions : uint8_t {
  Best,    ///< libdevice's where a toolkit is installed, else ours
  BuiltIn, ///< ours (README.md has their errors): the same code on every machine
};

/// Identity of MathFunctions::Best on this machine: the toolkit's file with its size and time, or
/// "built in".
std::string mathLibraryIdentity();

} // namespace pstudio::nvidia
