// SPDX-License-Identifier: Apache-2.0
// The machine that this process runs on, as LLVM's code generator takes it.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace pstudio::cpu {

/// CompileFailed: `what`, and LLVM's own words.
tl::unexpected<Error> llvmError(std::string_view what, llvm::Error error);

/// Unsupported if this LLVM has no code generator for it.
Result<llvm::orc::JITTargetMachineBuilder> hostMachine();

} // namespace pstudio::cpu
