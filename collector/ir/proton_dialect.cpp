// SPDX-License-Identifier: Apache-2.0
// Registration, inlining and verification of the proton dialect.
#include "collector/ir/proton_dialect.h"

#include "mlir/IR/Builders.h"
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

} // namespace pstudio::proton
