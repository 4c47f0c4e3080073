// SPDX-License-Identifier: Apache-2.0
// Operands of an operation that describe its accesses to memory.
#pragma once

#include <cstdint>

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/ir/predicate.h"

namespace pstudio {

enum class AccessKind : uint8_t { Load, Store, Atomic };
/// Local memory belongs to one thread; kernels only read constant memory.
enum class AccessSpace : uint8_t { Generic, Global, Shared, Local, Constant };

/// One access, described by the operands of its operation.
struct AccessOperands {
  AccessKind kind = AccessKind::Load;
  /// The space that the operation or the type of the address names: a memref without memory space
  /// and a generic pointer name none.
  AccessSpace space = AccessSpace::Generic;
  /// `space` was determined otherwise (AddressAnalysis::accesses()): the address is generic.
  bool isGenericAddress = false;
  /// The access is made by the lanes whose generic address is in `space` when the kernel runs.
  bool testsSpace = false;
  mlir::Value base;   ///< the memref or pointer; of inline PTX also an address as an integer
  int64_t offset = 0; ///< after the base, or after the element of a memref [bytes]
  /// Of a buffer of an AMD GPU: further offsets from the base, unsigned numbers of 32 bits [bytes].
  llvm::SmallVector<mlir::Value, 2> offsets;
  /// Of such a buffer: a lane makes the access if the sum of its offsets and `checkedBytes` is at
  /// most this unsigned number; null: unlimited [bytes].
  mlir::Value extent;
  uint64_t checkedBytes = 1;
  /// Of such a buffer: one of `offsets` is the scalar offset, which the range checks of some chips
  /// exclude.
  bool hasScalarOffset = false;
  /// Of a memref: the indices of the first element, or the operands from which `map` computes them.
  llvm::SmallVector<mlir::Value> indices;
  mlir::AffineMap map; ///< null if `indices` are used directly
  /// Neighbouring bytes that a thread touches from the address on; 0 if it is not one piece, or its
  /// length is not known.
  uint64_t widthBytes = 0;
  /// A lane makes the access if all of them hold, and if it is one of the first `lanes` of its
  /// warp.
  llvm::SmallVector<Predicate, 1> predicates;
  uint32_t lanes = 32;

  bool isOfAllLanes() const { return predicates.empty() && lanes == 32 && !testsSpace && !extent; }
};

/// The accesses of `op`, the source of a copy before its destination: memref.load and store,
/// affine.load and store, vector.load, store and transfers, nvgpu.device_async_copy, llvm.load and
/// store, masked loads and stores (an access for each element), memcpy, memmove and memset, atomic
/// operations of memref and llvm, nvvm.cp.async.shared.global, nvvm.ldmatrix and stmatrix, LLVM's
/// intrinsics of these three and llvm.nvvm.ldg, ldu and atomic, inline PTX (ptx_accesses.h),
/// intrinsics of AMD's GPUs (amd_accesses.h). Empty for others.
llvm::SmallVector<AccessOperands, 2> accessOperands(mlir::Operation *op);

} // namespace pstudio
