// SPDX-License-Identifier: Apache-2.0
// Mathematics that GPUs compute in several steps or by functions.
#pragma once

#include <memory>

#include "llvm/ADT/StringRef.h"

namespace mlir {
class LLVMTypeConverter;
class Pass;
class RewritePatternSet;
} // namespace mlir

namespace pstudio {

/// On a gpu.module that still has scf operations: takes vectors of functions apart into their
/// elements, and replaces arith.remf, scalar or vector, by integer arithmetic. The remainder is
/// exact, as C's fmod: LLVM's own expansion for GPUs is wrong for large quotients. Comes after
/// createWidenMathPass().
std::unique_ptr<mlir::Pass> createExpandDeviceMathPass();

/// The names of a library's functions: prefix, C's name of the function for f64, suffix of the
/// type.
struct MathLibraryNames {
  llvm::StringLiteral prefix;       ///< "__nv_"
  llvm::StringLiteral singleSuffix; ///< of f32
  llvm::StringLiteral doubleSuffix; ///< of f64
};

/// Adds patterns for the functions of f32 and f64 that upstream has no lowering for: math.acos,
/// acosh, asin, asinh, atanh, cosh and sinh become calls of a library.
void populateMathLibraryPatterns(mlir::LLVMTypeConverter &converter,
                                 mlir::RewritePatternSet &patterns, const MathLibraryNames &names);

} // namespace pstudio
