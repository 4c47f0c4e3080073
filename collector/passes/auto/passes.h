// SPDX-License-Identifier: Apache-2.0
// Constructors and registration of the passes that annotate kernels; passes.td is their
// documentation.
#pragma once

#include <memory>
#include <string>

#include "mlir/Dialect/Arith/IR/Arith.h"
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

/// Adds what `mode` asks for beyond the annotations: the functions that record, then one pass for
/// each auto mode, in the order of AutoMode. Nothing for "default". `chip`: the AMD GPU that the
/// kernels are for, or empty.
void buildAutoPipeline(mlir::OpPassManager &passes, const InstrumentationMode &mode,
                       const std::string &chip);

} // namespace pstudio
