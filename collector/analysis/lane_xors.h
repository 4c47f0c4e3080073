// SPDX-License-Identifier: Apache-2.0
// Values that lanes reach from one another by exclusive or.
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

/// By bit of a lane's number: the bits in which a lane's value differs from that of the lane whose
/// number differs in that bit. So one lane's value tells those of all 32: value(i) is value(j) xor
/// the entries of the bits that i and j differ in. Swizzled offsets, (row xor lane) * 4, have no
/// stride but are of this form; so are the rows of a tile whose extents are powers of two.
using LaneXors = std::array<uint64_t, kLaneNumberBits>;

/// Values whose low bits, up to the highest that `xors` has, are of that form, while the number
/// that the other bits are grows by `stride`, a multiple of what the low bits can hold, from each
/// lane to the next: row `lane` of a swizzled tile, wherever the tile begins.
struct Swizzle {
  LaneXors xors{};
  int64_t stride = 0; ///< modulo 2^width
  bool operator==(const Swizzle &) const = default;
};

/// What is known of an operand.
struct LaneForm {
  LaneBits bits;
  std::optional<LaneXors> xors;   ///< of the low bits that the value has; none: not of this form
  std::optional<Swizzle> swizzle; ///< likewise; values with a stride over all lanes are of it, too
};

/// Of values that are the same in all lanes.
inline constexpr LaneXors kUniformXors{};
bool isUniform(const LaneXors &xors);
/// All bits that differ between any two lanes.
uint64_t varyingBits(const LaneXors &xors);

/// Of a thread's id in dimension 0 (x), 1 or 2; none where the extents of the CTA break the form.
std::optional<LaneXors> threadIdXors(unsigned dimension, const BlockShape &block);
/// Of values with one stride over all 32 lanes of each warp, from the bits that may vary: of the
/// form if no lane carries into bits that others have.
std::optional<LaneXors> stridedXors(int64_t stride, const LaneBits &bits, unsigned width);

/// Of an operation's result, of `width` bits, of which `fromWidth` are those of its first operand.
std::optional<LaneXors> xorsOf(const IntegerOperation &operation, llvm::ArrayRef<LaneForm> operands,
                               unsigned fromWidth, unsigned width);
std::optional<Swizzle> swizzleOf(const IntegerOperation &operation,
                                 llvm::ArrayRef<LaneForm> operands, unsigned fromWidth,
                                 unsigned width);

} // namespace pstudio
