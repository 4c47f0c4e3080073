// SPDX-License-Identifier: Apache-2.0
// LLVM's checks and its optimisation of a module, the same way for every target.
#pragma once

#include <string_view>

#include "core/base/result.h"

namespace llvm {
class Module;
class OptimizationLevel;
class TargetMachine;
} // namespace llvm

namespace pstudio {

class PassReportBuilder;

/// Replaces the intrinsics of matrices (llvm.matrix.*) by operations on their columns: no target
/// has code for them, and LLVM's default pipeline leaves them. O(1) if there are none.
void lowerMatrices(llvm::Module &module, PassReportBuilder *report = nullptr);

/// Runs LLVM's default pipeline of the level, after lowerMatrices(), as clang -O does; each pass is
/// reported to `report` unless it is null.
void optimiseIr(llvm::Module &module, llvm::TargetMachine &machine, llvm::OptimizationLevel level,
                PassReportBuilder *report = nullptr);

/// CompileFailed with `what` and LLVM's message if the module breaks a rule of LLVM IR.
Result<void> verifyIr(const llvm::Module &module, std::string_view what);

} // namespace pstudio
