// SPDX-License-Identifier: Apache-2.0
// A module in LLVM IR with a function for each operation of each type.
#pragma once

#include <string>

namespace pstudio::test {

/// Arithmetic, comparisons, conversions, mathematics and atomics of i8 to i128, half, bfloat,
/// float, double, x86_fp80 and fp128, scalars and some vectors: all that LLVM 19 compiles for
/// x86-64. It aborts on what is left out (rounding a half to an integer, truncating x86_fp80 or
/// fp128 to bfloat, minimum and maximum of the two).
std::string everyOperation();

} // namespace pstudio::test
