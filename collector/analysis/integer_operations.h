// SPDX-License-Identifier: Apache-2.0
// Integer operations of the arith, index and llvm dialects under one name each.
#pragma once

#include <optional>

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Operation.h"

namespace pstudio {

/// The function that an integer operation computes, modulo 2^width.
enum class IntegerOperator : uint8_t {
  Add,
  Subtract,
  Multiply,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRightLogical,
  ShiftRightArithmetic,
  DivideUnsigned,
  DivideSigned, ///< towards zero
  DivideFloor,
  RemainderUnsigned,
  RemainderSigned, ///< with the sign of the dividend
  RemainderFloor,  ///< not negative for a positive divisor; only affine maps have it
  ZeroExtend,
  SignExtend,
  Truncate,
  Compare,
  Select, ///< condition, value if true, value if false
};

/// One operation with the guarantees of its flags.
struct IntegerOperation {
  IntegerOperator kind = IntegerOperator::Add;
  bool noSignedWrap = false; ///< the result is exact as a signed number
  mlir::arith::CmpIPredicate predicate = mlir::arith::CmpIPredicate::eq; ///< of Compare
  bool noUnsignedWrap = false; ///< the result is exact as an unsigned number
};

/// The operation that `op` computes; nullopt if it is no scalar integer operation of the list. A
/// cast between types of one width is a Truncate.
std::optional<IntegerOperation> integerOperation(mlir::Operation *op);

} // namespace pstudio
