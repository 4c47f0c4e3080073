// SPDX-License-Identifier: Apache-2.0
// Addresses that an operation reads and writes.
#pragma once

#include <cstdint>

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/analysis/access_operands.h"
#include "collector/analysis/thread_facts.h"

namespace pstudio {

/// One access of an operation, with the facts about each thread's address.
struct MemoryAccess {
  AccessKind kind = AccessKind::Load;
  /// Generic if only the running kernel can determine it.
  AccessSpace space = AccessSpace::Generic;
  bool isGenericAddress = false; ///< no type and no operation names `space`
  mlir::Value base;              ///< the memref or pointer that the operation names
  ThreadFacts address;           ///< in bytes; of the first byte
  /// Neighbouring bytes that a thread touches from `address` on; 0 if it is not one piece, or its
  /// length is not known.
  uint64_t widthBytes = 0;

  /// True if one record describes the access of a whole warp: lane i's address is that of lane 0
  /// plus i times a stride. The caller handles lanes that do not take part
  /// (collector/analysis/warp_uniformity.h).
  bool isAffineInLane() const;
  /// The stride [bytes], if it is known at compile time.
  std::optional<int64_t> laneStride() const;
  /// Differences of the address between any two lanes of a warp of 32, if laneStride() has none.
  std::optional<Swizzle> swizzle() const;
};

/// Facts about a value; null while it is not reached.
using FactsOf = llvm::function_ref<const ThreadFacts *(mlir::Value)>;

/// The accesses of `op` (accessOperands()), except those with an operand that is never computed.
llvm::SmallVector<MemoryAccess, 2> memoryAccesses(mlir::Operation *op, FactsOf facts,
                                                  const ThreadArithmetic &arithmetic);

} // namespace pstudio
