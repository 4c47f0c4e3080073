// SPDX-License-Identifier: Apache-2.0
// Constructors and registration of the passes that annotate kernels; passes.td is their
// documentation.
#pragma once

#include <memory>
#include <string>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <array>
#include <cstdint>
#include <string>

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/Pass.h"

#include "collector/ir/proton_dialect.h"

namespace pstudio {

struct InstrumentationMode;

#define GEN_PASS_DECL
#include "collector/passes/auto/passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "collector/passes/auto/passes.h.inc"

/// Launch parameters that auto modes need.
struct AutoTarget {
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA
  uint32_t lanesPerWarp = 32;
  std::string chip = {};           ///< the AMD GPU that the kernels are for, or empty
  uint64_t largestBufferBytes = 0; ///< of the buffers that launches pass; 0: unknown
};

/// Adds the passes that `mode` requires beyond the annotations: the choice of the functions that
/// record, then one pass for each auto mode, in the order of AutoMode. Adds nothing for "default".
void buildAutoPipeline(mlir::OpPassManager &passes, const InstrumentationMode &mode,
                       const AutoTarget &target);

} // namespace pstudio
