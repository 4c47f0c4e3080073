// SPDX-License-Identifier: Apache-2.0
// The address that an operation is about to access, as a value.
#pragma once

#include <string>

#include "mlir/IR/Builders.h"

#include "collector/analysis/access_operands.h"

namespace pstudio::automode {

/// i64: the address of the first byte that the executing thread accesses, computed at the insertion
/// point of `builder`, before the operation. Of shared memory it is what the target's pointers of
/// that space are, also for a generic address. Null if the memref is of no form whose addresses can
/// be computed.
mlir::Value createAddress(mlir::OpBuilder &builder, mlir::Location location,
                          const AccessOperands &access);

/// i64: the offset of the first byte in its buffer, computed as createAddress(); null if the access
/// is to no buffer of an AMD GPU.
mlir::Value createBufferOffset(mlir::OpBuilder &builder, mlir::Location location,
                               const AccessOperands &access);

/// The name of the argument or buffer that the access is of, through views and casts of it; empty
/// if the source gives none.
std::string bufferName(const AccessOperands &access);

} // namespace pstudio::automode
