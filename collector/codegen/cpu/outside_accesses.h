// SPDX-License-Identifier: Apache-2.0
// Keeps accesses beyond the ends of local arrays until they are checked.
#pragma once

#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"

namespace pstudio::cpu {

/// SROA deletes an access that is provably outside of its array, or gives it a poison address, and
/// the access checks, which follow it, have nothing to report. This pass lets the arrays of such
/// accesses escape, so that SROA does not change them. Run it before SROA; the calls that it adds
/// are removed by removeEscapes(). O(uses of local arrays).
struct KeepOutsideAccessesPass : llvm::PassInfoMixin<KeepOutsideAccessesPass> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};

/// Removes the calls that KeepOutsideAccessesPass added.
void removeEscapes(llvm::Module &module);

} // namespace pstudio::cpu
