// SPDX-License-Identifier: Apache-2.0
// Registration, inlining and verification of the proton dialect.
#include "collector/ir/proton_dialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Transforms/InliningUtils.h"

#include "collector/ir/proton_dialect.cpp.inc"
#include "collector/ir/proton_enums.cpp.inc"

#define GET_OP_CLASSES
#include "collector/ir/proton_ops.cpp.inc"

namespace pstudio::proton {
namespace {

/// Records mean the same wherever they are inlined.
struct ProtonInlinerInterface : mlir::DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(mlir::Operation *, mlir::Operation *, bool) const final { return true; }
  bool isLegalToInline(mlir::Region *, mlir::Region *, bool, mlir::IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(mlir::Operation *, mlir::Region *, bool, mlir::IRMapping &) const final {
    return true;
  }
};

mlir::LogicalResult verifyName(mlir::Operation *op, llvm::StringRef name) {
  if (name.empty())
    return op->emitOpError("needs a name that is not empty");
  return mlir::success();
}

} // namespace

void ProtonDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "collector/ir/proton_ops.cpp.inc"
      >();
  addInterfaces<ProtonInlinerInterface>();
}

mlir::LogicalResult RecordOp::verify() {
  return verifyName(*this, getName());
}

mlir::LogicalResult AllocateEventOp::verify() {
  return verifyName(*this, getName());
}

mlir::Type ValueOp::getRecordedType() {
  mlir::Type type = getValue().getType();
  mlir::Builder builder(getContext());
  if (type.isIndex())
    return builder.getI64Type();
  if (auto integer = mlir::dyn_cast<mlir::IntegerType>(type); integer && integer.getWidth() > 0)
    return integer.getWidth() <= 32   ? builder.getI32Type()
           : integer.getWidth() <= 64 ? builder.getI64Type()
                                      : mlir::Type();
  if (type.isF16() || type.isBF16() || type.isF32() || type.isF64())
    return type;
  return {};
}

/// What to record instead of a value of this type.
static llvm::StringRef valueHint(mlir::Type type) {
  if (mlir::isa<mlir::ShapedType>(type))
    return "record one element of it";
  if (mlir::isa<mlir::FloatType>(type))
    return "extend it to f32";
  if (mlir::isa<mlir::IntegerType>(type))
    return "truncate it to 64 bits";
  return "record a number that is computed from it";
}

mlir::LogicalResult ValueOp::verify() {
  if (failed(verifyName(*this, getName())))
    return mlir::failure();
  if (getUnit() && getUnit()->empty())
    return emitOpError("has a unit that is empty: leave it out");
  if (getRecordedType())
    return mlir::success();
  mlir::Type type = getValue().getType();
  return emitOpError("cannot record a value of type ")
         << type << ": it takes integers of up to 64 bits, index, f16, bf16, f32 and f64; "
         << valueHint(type);
}

} // namespace pstudio::proton
