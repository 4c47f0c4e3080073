// SPDX-License-Identifier: Apache-2.0
// The numbers of iterations, counted in stack variables.
#pragma once

#include "collector/records/kernel_functions.h"
#include "collector/records/llvm_writer.h"

namespace pstudio {

/// How a target counts: in place. LLVM turns the variable into SSA values: an addition, a
/// comparison and a selection in each iteration.
class LoopCounting {
public:
  virtual ~LoopCounting() = default;

  /// Starts anew; returns what next() and isSampled() of a kept counter get as its variable.
  virtual mlir::Value enter(LlvmWriter &w, mlir::Value variable, uint32_t every) const;
  virtual void next(LlvmWriter &w, mlir::Value variable, uint32_t every) const;
  virtual mlir::Value isSampled(LlvmWriter &w, mlir::Value variable) const;
};

/// Replaces each counter by a stack variable, and all operations that use it by what `counting`
/// writes. The variable of a kept one is the kernel's, made in front of `atEntry` in its entry
/// block.
void lowerLoopCounters(KernelFunctions &functions, mlir::Operation *atEntry,
                       const LoopCounting &counting = LoopCounting());

} // namespace pstudio
