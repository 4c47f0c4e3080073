// SPDX-License-Identifier: Apache-2.0
// The machine that this process runs on, in the form that LLVM's code generator requires.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio::cpu {

/// CompileFailed: `what`, and LLVM's message.
tl::unexpected<Error> llvmError(std::string_view what, llvm::Error error);

/// The machine to generate code for: this one, or if `processor` is not empty one of LLVM's names
/// ("x86-64", "x86-64-v3") with no features but its own, whose code this one must be able to run.
/// Instructions that compute other results than every processor does are left out: those for
/// bfloat16, which flush subnormal numbers to 0, and those for half, which round once where others
/// round twice. Unsupported if this LLVM has no code generator for it.
Result<llvm::orc::JITTargetMachineBuilder> hostMachine(std::string_view processor = {});

} // namespace pstudio::cpu
