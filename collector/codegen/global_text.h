// SPDX-License-Identifier: Apache-2.0
// Text that device code passes to functions of its runtime.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Transforms/DialectConversion.h"

namespace pstudio {

/// The address of a zero-terminated constant with `text`, in a new global of the operation's
/// gpu.module whose name begins with `prefix`.
mlir::Value addressOfText(mlir::Operation *op, llvm::StringRef text, llvm::StringRef prefix,
                          mlir::ConversionPatternRewriter &rewriter);

} // namespace pstudio
