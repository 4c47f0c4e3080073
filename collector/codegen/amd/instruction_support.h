// SPDX-License-Identifier: Apache-2.0
// Checks instructions that kernels name explicitly and that a chip does not have.
#pragma once

#include "collector/codegen/amd/architecture.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::amd {

/// Unsupported, with name and source location, for the first intrinsic that this architecture has
/// no instruction for: LLVM's back end would end the process there. The check covers matrix
/// instructions, loads to LDS, and atomics of floating point numbers; sources: LLVM,
/// VOP3PInstructions.td, BUFInstructions.td and FLATInstructions.td, by their predicates.
/// O(functions declared).
Result<void> checkInstructions(const llvm::Module &module, const Architecture &architecture);

} // namespace pstudio::amd
