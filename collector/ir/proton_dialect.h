// SPDX-License-Identifier: Apache-2.0
// C++ classes of the proton dialect; proton_ops.td is their documentation.
#pragma once

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "collector/ir/proton_dialect.h.inc"
#include "collector/ir/proton_enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "collector/ir/proton_attributes.h.inc"

#define GET_OP_CLASSES
#include "collector/ir/proton_ops.h.inc"

namespace pstudio::proton {

/// The attribute of every operation of this dialect that holds its id (i32), see
/// proton-assign-operations.
inline constexpr llvm::StringLiteral kIdAttribute = "id";
/// On an event record whose event is an argument: the argument's value, not an id, identifies the
/// event.
inline constexpr llvm::StringLiteral kByHandleAttribute = "proton.by_handle";

/// On an scf.for whose bounds are not constants: the largest number of iterations (i64).
inline constexpr llvm::StringLiteral kMaxRoundsAttribute = "proton.most_rounds";

/// True for the operations of this dialect that leave a record (record, event, async,
/// access, value).
inline bool isRecording(mlir::Operation *op) {
  return mlir::isa<RecordOp, EventOp, AsyncOp, AccessOp, ValueOp>(op);
}

} // namespace pstudio::proton
