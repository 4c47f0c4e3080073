// SPDX-License-Identifier: Apache-2.0
// The pass that brings vector operations and views down to what maps to LLVM, for every target.
#pragma once

#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio {

/// On a gpu.module: lowers vector operations of more than one dimension, transfers, contractions
/// and views of memrefs to ones that map to LLVM. Leaves affine.apply behind. Never merges blocks:
/// two barriers that look the same are two places where threads may wait.
std::unique_ptr<mlir::Pass> createSimplifyForLlvmPass();

} // namespace pstudio
