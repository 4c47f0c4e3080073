// SPDX-License-Identifier: Apache-2.0
// Copies of many bytes between global and shared memory by an engine of the chip, with a tensor map
// or without, in whatever form a kernel asks for them.
#pragma once

#include <cstdint>
#include <string>

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/passes/auto/async_steps.h"

namespace pstudio::automode {

/// A number that a copy names: `value`, which is an integer, a pointer or a memref, and so many
/// more behind it; without a value the number itself.
struct CopyWord {
  mlir::Value value;
  int64_t offset = 0;
};

struct BulkCopy {
  bool isStore = false;  ///< to global memory; a reduction there too
  mlir::Value tensorMap; ///< a descriptor or its address; null: the copy has none
  /// With a tensor map: of the tile's first element, the fastest dimension first.
  llvm::SmallVector<CopyWord, 5> coordinates;
  CopyWord global;     ///< without: the address in global memory
  CopyWord bytes;      ///< without: how many
  CopyWord shared;     ///< the address in shared memory
  Predicate predicate; ///< of the lanes that copy; its value is null: all do
  std::string problem; ///< why it cannot be told what is copied; empty: it can
};

/// The copies of `op`: nvgpu.tma.async.load and store, nvvm.cp.async.bulk.tensor.*, intrinsics of
/// LLVM by name, inline PTX. Empty for other operations.
llvm::SmallVector<BulkCopy, 1> bulkCopies(mlir::Operation *op);

/// The argument of a kernel that `value` is, through casts, and through functions all of whose
/// calls pass the same one; null if it is none.
mlir::BlockArgument kernelArgumentOf(mlir::Value value);

/// i64: the number. Null if it is a memref whose address cannot be computed. Made where `builder`
/// stands.
mlir::Value createWord(mlir::OpBuilder &builder, mlir::Location location, const CopyWord &word);

} // namespace pstudio::automode
