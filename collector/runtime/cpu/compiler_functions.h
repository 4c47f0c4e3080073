// SPDX-License-Identifier: Apache-2.0
// Library functions that LLVM's code generator calls although the compiled program does not.
#pragma once

#include <span>

#include "collector/runtime/cpu/runtime_calls.h"

namespace pstudio::cpu {

/// The functions of llvm/IR/RuntimeLibcalls.def that code for x86-64 can call, for any set of
/// processor features: half, 128-bit integers and wide floats from libgcc 12 or newer, which this
/// program is linked with, bfloat16 and half from and to integers of our own, atomic accesses
/// (wide_atomics.h), mathematics from the C library, and memcmp and bcmp, which LLVM generates for
/// comparisons. The list does not depend
/// on the machine. Empty on other architectures. Static storage.
std::span<const calls::Symbol> compilerFunctions();

} // namespace pstudio::cpu
