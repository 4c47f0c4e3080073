// SPDX-License-Identifier: Apache-2.0
// LLVM's code generation without the passes that rearrange code.
#pragma once

#include "llvm/IR/LegacyPassManager.h"

namespace pstudio {

/// Receives the passes of LLVM's code generation and omits those that place, merge, duplicate, move
/// or delete blocks and instructions as an optimisation (CodeGenPrepare, block placement, branch
/// folding, ...). Required passes stay. LLVM offers this as options of its command line only, which
/// are global to the process.
class FaithfulPasses final : public llvm::legacy::PassManagerBase {
public:
  /// Passes that stay are added to `passes`, which must outlive this.
  explicit FaithfulPasses(llvm::legacy::PassManager &passes) : m_passes(passes) {}
  void add(llvm::Pass *pass) override;

private:
  llvm::legacy::PassManager &m_passes;
};

} // namespace pstudio
