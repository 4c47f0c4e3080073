// SPDX-License-Identifier: Apache-2.0
// Changes of integers, indices and addresses between neighbouring threads.
#pragma once

#include <memory>

#include "mlir/IR/Operation.h"

#include "collector/analysis/memory_accesses.h"
#include "collector/analysis/thread_facts.h"

namespace pstudio {

/// For a module of kernels whose CTAs have one shape: contiguity, divisibility and constancy of
/// values in x, y, z and along the lanes of a warp, and the addresses of memory accesses. Facts are
/// followed through arithmetic, structured and unstructured control flow, and calls; a function has
/// the facts that all its calls have in common. A reported fact holds if the lanes of a warp
/// reconverge after divergent branches, as for WarpUniformity. A fact that is not proven is not
/// reported.
///
/// Cost: a value is visited each time its facts weaken, in practice 2 or 3 times, at most about
/// 200; each branch that threads take differently adds the blocks that it controls. Valid as long
/// as the IR is not changed.
class AddressAnalysis {
public:
  AddressAnalysis(mlir::Operation *top, const BlockShape &block);
  AddressAnalysis(AddressAnalysis &&) noexcept;
  AddressAnalysis &operator=(AddressAnalysis &&) noexcept;
  ~AddressAnalysis();

  const BlockShape &block() const;
  /// Null for a value in code that is never reached.
  const ThreadFacts *factsOf(mlir::Value value) const;

  /// Number of neighbouring threads that have equal values, in groups that begin at multiples of
  /// this number; at most the extent of the dimension.
  uint64_t constancy(mlir::Value value, ThreadDimension dimension) const;
  /// The largest power of two that is proven to divide all values; 2^63 for 0.
  uint64_t divisibility(mlir::Value value) const;
  /// Increase of the value from each thread of the dimension to the next, modulo 2^width; nullopt
  /// if it is not the same for all threads or unknown.
  std::optional<int64_t> stride(mlir::Value value, ThreadDimension dimension) const;

  /// The space that a generic pointer, or a memref without memory space, refers to; Generic if only
  /// the running kernel can determine it (pointer_spaces.h).
  AccessSpace spaceOf(mlir::Value address) const;
  /// As memoryAccesses(), with the spaces of generic addresses; empty for code that is never
  /// reached. O(indices).
  llvm::SmallVector<MemoryAccess, 2> accesses(mlir::Operation *op) const;

private:
  struct State;
  std::unique_ptr<State> m_state;
};

} // namespace pstudio
