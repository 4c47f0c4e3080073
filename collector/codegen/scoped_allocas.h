// SPDX-License-Identifier: Apache-2.0
// Stack memory of loops and scopes.
#pragma once

#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio {

/// A pass on a gpu.module in which loops are still operations. MLIR frees a memref.alloca at the
/// end of the surrounding automatic allocation scope: an iteration of scf.for, a
/// memref.alloca_scope. LLVM frees an alloca when the function returns, so that a loop would
/// exhaust the stack.
///   * An array of constant size moves to the entry of its function: its iterations take turns.
///   * Around others the stack pointer is saved and restored, a pointer in `stackSpace`, the
///   address
///     space of the target's stack.
///   * memref.alloca_scope is replaced by its body.
std::unique_ptr<mlir::Pass> createFreeScopedAllocasPass(unsigned stackSpace);

} // namespace pstudio
