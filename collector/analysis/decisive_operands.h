// SPDX-License-Identifier: Apache-2.0
// Operands of a structured operation that determine which of its regions run, and how often.
#pragma once

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallVector.h"

namespace pstudio {

/// All operands except the initial values of the variables that a loop carries.
inline llvm::SmallVector<mlir::Value> decisiveOperands(mlir::Operation *op) {
  llvm::SmallVector<mlir::Value> decisive;
  auto loop = mlir::dyn_cast<mlir::LoopLikeOpInterface>(op);
  const auto isInitial = [&](mlir::OpOperand &operand) {
    if (loop)
      for (mlir::OpOperand &initial : loop.getInitsMutable())
        if (&initial == &operand)
          return true;
    return false;
  };
  for (mlir::OpOperand &operand : op->getOpOperands())
    if (!isInitial(operand))
      decisive.push_back(operand.get());
  return decisive;
}

} // namespace pstudio
