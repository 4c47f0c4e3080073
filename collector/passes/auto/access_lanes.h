// SPDX-License-Identifier: Apache-2.0
// The lanes of a warp that make an access, as a condition of each lane.
#pragma once

#include "mlir/IR/Builders.h"

#include "collector/analysis/access_operands.h"

namespace pstudio::automode {

/// The intrinsics that test the space of a generic address.
enum class SpaceTests : uint8_t {
  Nvidia, ///< llvm.nvvm.isspacep.*; on the CPU target, too
  Amd,    ///< llvm.amdgcn.is.*
};

/// i1: whether the executing lane makes the access: its predicates, its number, and the space of
/// its address. Null if all lanes do. Written where `builder` stands, before the operation.
mlir::Value createLanes(mlir::OpBuilder &builder, mlir::Location location,
                        const AccessOperands &access, SpaceTests tests);

} // namespace pstudio::automode
