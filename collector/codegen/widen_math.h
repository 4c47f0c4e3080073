// SPDX-License-Identifier: Apache-2.0
// Mathematical functions of types that hardware and libraries have no functions for.
#pragma once

#include <memory>

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio {

/// On a gpu.module: operations of the math dialect on f16 and bf16, scalars and vectors, but for
/// math.fma, are computed in f32, and every result is rounded to its type. As upstream's
/// math-legalize-to-f32, which lets the next fold drop the rounding between two functions, and does
/// not end on a module with a masked reduction of f16 (LLVM 19).
std::unique_ptr<mlir::Pass> createWidenMathPass();

} // namespace pstudio
