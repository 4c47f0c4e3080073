// SPDX-License-Identifier: Apache-2.0
// The compiler of instrumented LLVM IR.
#pragma once

#include <cstdint>

namespace pstudio::foreign {

/// The LLVM that compiles an exported module.
enum class Compiler : uint8_t {
  InstalledLlvm, ///< this build's: equivalents stand in for intrinsics that it does not support
  LlvmOfTheText, ///< the one that printed the text, or a newer one: all intrinsics are as given
};

} // namespace pstudio::foreign
