// SPDX-License-Identifier: Apache-2.0
// Copies of many bytes between global and shared memory by an engine of the chip, with or without a
// tensor map, in every form in which a kernel contains them.
#pragma once

#include <cstdint>
#include <string>

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/passes/auto/async_steps.h"

namespace pstudio::automode {

/// An operand of a copy: `value`, which is an integer, a pointer or a memref, plus `offset`.
/// Without a value the number is `offset`.
struct CopyWord {
  mlir::Value value;
  int64_t offset = 0;
};

struct BulkCopy {
  bool isStore = false;  ///< to global memory; a reduction there too
  mlir::Value tensorMap; ///< a descriptor or its address; null: the copy has none
  /// With a tensor map: of the tile's first element, the fastest dimension first.
  llvm::SmallVector<CopyWord, 5> coordinates;
  CopyWord global;     ///< without a tensor map: the address in global memory
  CopyWord bytes;      ///< without a tensor map: number of bytes
  CopyWord shared;     ///< the address in shared memory
  Predicate predicate; ///< of the lanes that copy; its value is null: all lanes copy
  std::string problem; ///< reason why the operands cannot be determined; empty: they are
};

/// The copies of `op`: nvgpu.tma.async.load and store, nvvm.cp.async.bulk.tensor.*, intrinsics of
/// LLVM by name, inline PTX. Empty for other operations.
llvm::SmallVector<BulkCopy, 1> bulkCopies(mlir::Operation *op);

/// The argument of a kernel that `value` refers to, through casts and through functions whose calls
/// all pass the same argument; null if there is none.
mlir::BlockArgument kernelArgumentOf(mlir::Value value);

/// The number as i64. Null for a memref whose address cannot be computed. The code is inserted at
/// `builder`.
mlir::Value createWord(mlir::OpBuilder &builder, mlir::Location location, const CopyWord &word);

} // namespace pstudio::automode
