// SPDX-License-Identifier: Apache-2.0
// Bounds checks of host code: an access outside of a memref is reported and not executed.
#pragma once

#include <memory>

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace pstudio::program {

/// The runtime function that checked code calls before an access that is out of bounds:
/// (place, operation, index, extent, dimension).
inline constexpr llvm::StringLiteral kOutOfBounds = "pstudioOutOfBounds";

/// Compares each index of memref.load, memref.store, memref.atomic_rmw, vector.load and
/// vector.store, and the first and last element of memref.subview, with the memref's extent. Run it
/// where no affine operation is left and scf is still allowed. An access that is in bounds by its
/// type gets no comparison. Vector transfers, which mask elements out of bounds, and operations of
/// the llvm dialect are not checked.
std::unique_ptr<mlir::OperationPass<mlir::ModuleOp>> createHostBoundsPass();

} // namespace pstudio::program
