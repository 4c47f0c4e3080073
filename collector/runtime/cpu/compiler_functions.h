// SPDX-License-Identifier: Apache-2.0
// What LLVM's code generator calls by itself, without a call in the program that it compiles.
#pragma once

#include <span>

#include "collector/runtime/cpu/runtime_calls.h"

namespace pstudio::cpu {

/// The functions of llvm/IR/RuntimeLibcalls.def that code for x86-64 can need, with whatever
/// features the processor has: conversions of half and bfloat16 of our own, 128-bit integers and
/// wide floats of the compiler's library, which is part of this program, mathematics of the C
/// library, and memcmp and bcmp, which LLVM makes of comparisons. The list does not depend on the
/// machine. Empty on other architectures. Static storage.
std::span<const calls::Symbol> compilerFunctions();

} // namespace pstudio::cpu
