// SPDX-License-Identifier: Apache-2.0
// Calls of the CPU target's intrinsics in LLVM dialect.
#pragma once

#include <string_view>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace pstudio::cpu {

/// A call of the intrinsic `name` (intrinsics.h), which is declared in the enclosing gpu.module if
/// it is not yet. `result` may be void.
mlir::LLVM::CallOp callIntrinsic(mlir::OpBuilder &builder, mlir::Location location,
                                 std::string_view name, mlir::Type result,
                                 mlir::ValueRange arguments);

} // namespace pstudio::cpu
