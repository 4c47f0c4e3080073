// SPDX-License-Identifier: Apache-2.0
// Which bits of a value may differ between the lanes of a warp.
#pragma once

#include <cstdint>

namespace pstudio {

/// What is known of one value in the lanes of a warp that are together. Integers are in the low
/// `width` bits (1 to 64), the others are known to be 0; of anything else only `varying` counts, 0
/// or not. A bit is varying, or the same in all lanes; then it may be known to be 0 or 1.
///
/// A thread id is a multiple of 32, the same in all lanes, plus a lane: only its low 5 bits vary,
/// and a shift by 5 leaves a uniform value. That is what this tracks beyond "uniform or not".
struct LaneBits {
  uint64_t varying = 0;
  uint64_t zero = 0; ///< 0 in all lanes
  uint64_t one = 0;  ///< 1 in all lanes

  bool operator==(const LaneBits &) const = default;
  bool isUniform() const { return varying == 0; }
  bool isConstant() const { return (zero | one) == ~uint64_t{0}; }

  static LaneBits constant(uint64_t value) { return {0, ~value, value}; }
  /// Nothing known but that it is the same in all lanes.
  static LaneBits uniform(unsigned width = 64);
  static LaneBits varyingBits(unsigned width = 64);
};

/// The low `count` bits (0 to 64).
uint64_t lowBits(unsigned count);

/// What holds of both: the value comes from one of two places, the same for all lanes.
LaneBits join(const LaneBits &a, const LaneBits &b);
/// Each lane may have the value from another of the places that were joined in `bits`.
LaneBits chosenPerLane(const LaneBits &bits);

// Operations on integers of `width` bits, modulo 2^width.
LaneBits addBits(const LaneBits &a, const LaneBits &b, unsigned width);
LaneBits subtractBits(const LaneBits &a, const LaneBits &b, unsigned width);
LaneBits multiplyBits(const LaneBits &a, const LaneBits &b, unsigned width);
LaneBits andBits(const LaneBits &a, const LaneBits &b);
LaneBits orBits(const LaneBits &a, const LaneBits &b);
LaneBits xorBits(const LaneBits &a, const LaneBits &b);
LaneBits shiftLeftBits(const LaneBits &a, const LaneBits &count, unsigned width);
/// `isSigned`: the sign is shifted in.
LaneBits shiftRightBits(const LaneBits &a, const LaneBits &count, unsigned width, bool isSigned);
/// Unsigned, or signed where both signs are known to be 0.
LaneBits divideBits(const LaneBits &a, const LaneBits &b, unsigned width);
LaneBits remainderBits(const LaneBits &a, const LaneBits &b, unsigned width);
LaneBits zeroExtendBits(const LaneBits &a, unsigned toWidth);
LaneBits signExtendBits(const LaneBits &a, unsigned fromWidth, unsigned toWidth);

/// True if a < b gives the same answer in all lanes, signed or unsigned.
bool isLessUniform(const LaneBits &a, const LaneBits &b, unsigned width, bool isSigned);
/// True if a == b does.
bool isEqualUniform(const LaneBits &a, const LaneBits &b);
/// True if the sign bit is known to be 0.
bool isNonNegative(const LaneBits &a, unsigned width);

} // namespace pstudio
