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

/// Runs LLVM's default pipeline of the level, as clang -O does; each pass is reported to `report`
/// unless it is null.
void optimiseIr(llvm::Module &module, llvm::TargetMachine &machine, llvm::OptimizationLevel level,
                PassReportBuilder *report = nullptr);

/// CompileFailed with `what` and LLVM's message if the module breaks a rule of LLVM IR.
Result<void> verifyIr(const llvm::Module &module, std::string_view what);

} // namespace pstudio
