// SPDX-License-Identifier: Apache-2.0
// Steps from LLVM IR to PTX text that all kinds of kernels share.
#pragma once

#include <string>
#include <vector>

#include "collector/codegen/stages/generate_code.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pstudio::nvidia {

/// Gives `module` the triple and the data layout of `machine`. InvalidInput if the module does not
/// define one of `kernels`.
Result<void> setMachine(llvm::Module &module, const llvm::TargetMachine &machine,
                        const std::vector<std::string> &kernels);

/// PTX of `kernels` of `module`, whose machine is `machine`, and of their callees; all other
/// functions are dropped. Code passes that are faithful keep no debug information; others keep line
/// tables. `optimise` runs on the prepared module, whose names are valid in PTX; it may be null.
/// CompileFailed for IR that LLVM rejects. The step of code generation goes to `report` unless it
/// is null.
Result<std::string> printPtx(llvm::Module &module, llvm::TargetMachine &machine,
                             const std::vector<std::string> &kernels, CodePasses passes,
                             PassReportBuilder *report,
                             llvm::function_ref<void()> optimise = nullptr);

} // namespace pstudio::nvidia
