// SPDX-License-Identifier: Apache-2.0
// Bits of the results of operations on values that differ between the lanes of a warp.
#pragma once

#include <array>
#include <cstdint>

#include "mlir/IR/Operation.h"

#include "collector/analysis/integer_operations.h"
#include "collector/analysis/lane_bits.h"

namespace pstudio {

/// Threads of a CTA in x, y and z, each at least 1.
using BlockShape = std::array<uint32_t, 3>;

/// Default number of lanes of a warp; lane i of warp w is thread 32 * w + i of the CTA.
inline constexpr uint32_t kLanesPerWarp = 32;

/// Width of integers, indices and i1 [bits]; 64 for all other types.
unsigned laneWidth(mlir::Type type);

/// Bits of a thread's id in dimension 0 (x), 1 or 2, in warps of `lanes`, a power of two.
LaneBits threadIdBits(unsigned dimension, const BlockShape &block, uint32_t lanes = kLanesPerWarp);

/// Bits of an integer operation's result, of `width` bits, from those of its operands; `fromWidth`
/// is the width of the first operand.
LaneBits integerBits(const IntegerOperation &operation, llvm::ArrayRef<LaneBits> operands,
                     unsigned fromWidth, unsigned width);

/// True if the results depend on nothing but operands and what the threads of a CTA have in common.
/// Inline assembly is what its PTX says (core/ptx/sharing.h); operations of dialects that are not
/// known to hold such functions alone are not.
bool isFunctionOfOperands(mlir::Operation *op);

/// Bits of result `index` of an operation without regions, from those of its operands. Operations
/// that are not proven to return one value to all lanes are assumed to return a different one to
/// each: atomics, shuffles, calls, inline assembly, fragments of matrices, loads from private
/// memory.
LaneBits laneResult(mlir::Operation *op, unsigned index, llvm::ArrayRef<LaneBits> operands,
                    const BlockShape &block, uint32_t lanes = kLanesPerWarp);

} // namespace pstudio
