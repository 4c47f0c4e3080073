// SPDX-License-Identifier: Apache-2.0
// The transform script of a program, which is applied before the program is compiled.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace pstudio::program {

/// The transform dialect, with the transformations of upstream's dialects that concern programs.
void registerTransforms(mlir::DialectRegistry &registry);

/// Applies the script of the program, if it has one, and removes it: the named sequence
/// "__transform_main", or a transform.sequence at the top of the module, as
/// `mlir-opt -transform-interpreter` does.
mlir::LogicalResult applyTransforms(mlir::ModuleOp module);

/// Lowers the remaining linalg operations to loops, on the host and in kernels.
mlir::LogicalResult lowerLinalg(mlir::ModuleOp module);

} // namespace pstudio::program
