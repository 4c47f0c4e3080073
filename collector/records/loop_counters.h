// SPDX-License-Identifier: Apache-2.0
// The numbers of iterations, counted in stack variables.
#pragma once

#include "collector/records/kernel_functions.h"
#include "collector/records/llvm_writer.h"

namespace pstudio {

/// Implementation of the counters in a target. The default counts in place: LLVM turns the variable
/// into SSA values, which need an addition, a comparison and a selection in each iteration.
class LoopCounting {
public:
  virtual ~LoopCounting() = default;

  /// Restarts the count; returns the variable that next() and isSampled() of a kept counter get.
  virtual mlir::Value enter(LlvmWriter &w, mlir::Value variable, uint32_t every) const;
  virtual void next(LlvmWriter &w, mlir::Value variable, uint32_t every) const;
  virtual mlir::Value isSampled(LlvmWriter &w, mlir::Value variable) const;
};

/// Replaces each counter by a stack variable, and all operations that use it by the code of
/// `counting`. The variable of a kept counter belongs to the kernel and is created before `atEntry`
/// in its entry block.
void lowerLoopCounters(KernelFunctions &functions, mlir::Operation *atEntry,
                       const LoopCounting &counting = LoopCounting());

} // namespace pstudio
