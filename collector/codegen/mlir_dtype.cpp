// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/mlir_dtype.h"

#include "mlir/IR/BuiltinTypes.h"

namespace pstudio {

std::optional<DType> dtypeOf(mlir::Type type) {
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  if (type.isIndex())
    return DType::I64;
  if (type.isSignlessInteger())
    switch (type.getIntOrFloatBitWidth()) {
    case 8:
      return DType::I8;
    case 16:
      return DType::I16;
    case 32:
      return DType::I32;
    case 64:
      return DType::I64;
    default:
      break;
    }
  return std::nullopt;
}

} // namespace pstudio
