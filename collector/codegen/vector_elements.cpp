// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/vector_elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace pstudio {

using mlir::Value;

Value elementwise(
    mlir::ImplicitLocOpBuilder &builder, mlir::Type result, mlir::ValueRange operands,
    llvm::function_ref<Value(mlir::ImplicitLocOpBuilder &, mlir::ValueRange)> compute) {
  const auto vector = mlir::dyn_cast<mlir::VectorType>(result);
  if (!vector)
    return compute(builder, operands);
  Value whole = builder.create<mlir::arith::ConstantOp>(builder.getZeroAttr(vector));
  const auto strides = mlir::computeSuffixProduct(vector.getShape());
  for (int64_t i = 0; i < vector.getNumElements(); ++i) {
    const auto position = mlir::delinearize(i, strides);
    llvm::SmallVector<Value, 3> elements;
    for (const Value operand : operands)
      elements.push_back(builder.create<mlir::vector::ExtractOp>(operand, position));
    whole = builder.create<mlir::vector::InsertOp>(compute(builder, elements), whole, position);
  }
  return whole;
}

} // namespace pstudio
