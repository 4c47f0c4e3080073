// SPDX-License-Identifier: Apache-2.0
// Executes kernels that were lifted from PTX: their inline assembly becomes LLVM IR.
#pragma once

#include <span>
#include <string>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace llvm {
class Function;
} // namespace llvm

namespace pstudio::cpu {

/// Replaces each inline assembly of `kernel`, which was lifted from PTX, by LLVM IR and intrinsics
/// of NVPTX (replaceNvvmCalls()). Arithmetic of registers, special registers, accesses of global,
/// shared and local memory, atomic operations, barriers of the CTA, shuffles, votes and cp.async
/// are implemented. Unsupported, with the first other instruction in the order of the code and its
/// place. `parameters`: names by index; `module`: whose variables the assembly names.
Result<void> replacePtx(llvm::Function &kernel, std::span<const std::string> parameters,
                        const ptx::Module &module);

} // namespace pstudio::cpu
