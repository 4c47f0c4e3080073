// SPDX-License-Identifier: Apache-2.0
// Values that differ between lanes by an exclusive or.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "llvm/ADT/ArrayRef.h"

#include "collector/analysis/integer_operations.h"
#include "collector/analysis/lane_bits.h"
#include "collector/analysis/lane_values.h"
#include "collector/ir/lane_number.h"

namespace pstudio {

/// Entry b: the bits in which the values of two lanes differ whose numbers differ in bit b alone.
/// So the value of one lane determines those of all 32: value(i) is value(j) xor the entries of the
/// bits that i and j differ in. Swizzled offsets, (row xor lane) * 4, have no stride but are of
/// this form; so are the rows of a tile whose extents are powers of two.
using LaneXors = std::array<uint64_t, kLaneNumberBits>;

/// Values of two parts. The low bits, up to the highest bit of `xors`, are of that form. The number
/// in the bits above grows by `stride` from each lane to the next; `stride` is a multiple of
/// 2^(number of low bits). Example: row `lane` of a swizzled tile, at any address of the tile.
struct Swizzle {
  LaneXors xors{};
  int64_t stride = 0; ///< modulo 2^width
  bool operator==(const Swizzle &) const = default;
};

/// Facts about an operand.
struct LaneForm {
  LaneBits bits;
  std::optional<LaneXors> xors;   ///< in the width of the value; none: not of this form
  std::optional<Swizzle> swizzle; ///< likewise; a stride over all lanes also has this form
};

/// Entries of values that are the same in all lanes.
inline constexpr LaneXors kUniformXors{};
bool isUniform(const LaneXors &xors);
/// All bits that differ between any two lanes.
uint64_t varyingBits(const LaneXors &xors);

/// Entries of a thread's id in dimension 0 (x), 1 or 2; none where the extents of the CTA break the
/// form.
std::optional<LaneXors> threadIdXors(unsigned dimension, const BlockShape &block);
/// Entries of values with one stride over all 32 lanes of each warp, from the bits that may vary;
/// none if a lane may carry into higher bits.
std::optional<LaneXors> stridedXors(int64_t stride, const LaneBits &bits, unsigned width);

/// Entries of an operation's result of `width` bits; `fromWidth` is the width of its first operand.
std::optional<LaneXors> xorsOf(const IntegerOperation &operation, llvm::ArrayRef<LaneForm> operands,
                               unsigned fromWidth, unsigned width);
std::optional<Swizzle> swizzleOf(const IntegerOperation &operation,
                                 llvm::ArrayRef<LaneForm> operands, unsigned fromWidth,
                                 unsigned width);

} // namespace pstudio
