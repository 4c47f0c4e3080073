// SPDX-License-Identifier: Apache-2.0
// Which bits of a value may differ between the lanes of a warp.
#pragma once

#include <cstdint>

namespace pstudio {

/// Facts about the bits of one value in the lanes of a warp that execute together. An integer is in
/// the low `width` bits (1 to 64); the other bits are 0. For any other type only whether `varying`
/// is 0 counts. A bit is varying, or the same in all lanes. A bit that is the same may have a
/// proven value of 0 or 1.
///
/// A thread id is a multiple of 32, the same in all lanes, plus a lane: only its low 5 bits vary,
/// and a shift by 5 leaves a uniform value. LaneBits tracks this in addition to "uniform or not".
struct LaneBits {
  uint64_t varying = 0;
  uint64_t zero = 0; ///< 0 in all lanes
  uint64_t one = 0;  ///< 1 in all lanes

  bool operator==(const LaneBits &) const = default;
  bool isUniform() const { return varying == 0; }
  bool isConstant() const { return (zero | one) == ~uint64_t{0}; }

  static LaneBits constant(uint64_t value) { return {0, ~value, value}; }
  /// The same in all lanes; the value is unknown.
  static LaneBits uniform(unsigned width = 64);
  static LaneBits varyingBits(unsigned width = 64);
};

/// The low `count` bits (0 to 64).
uint64_t lowBits(unsigned count);

/// Facts that hold for both. The value comes from one of two places, the same place for all lanes.
LaneBits join(const LaneBits &a, const LaneBits &b);
/// Facts if each lane may have the value from a different one of the places joined in `bits`.
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
/// Unsigned, or signed where both sign bits are proven to be 0.
LaneBits divideBits(const LaneBits &a, const LaneBits &b, unsigned width);
LaneBits remainderBits(const LaneBits &a, const LaneBits &b, unsigned width);
LaneBits zeroExtendBits(const LaneBits &a, unsigned toWidth);
LaneBits signExtendBits(const LaneBits &a, unsigned fromWidth, unsigned toWidth);

/// True if a < b gives the same result in all lanes, signed or unsigned.
bool isLessUniform(const LaneBits &a, const LaneBits &b, unsigned width, bool isSigned);
/// True if a == b gives the same result in all lanes.
bool isEqualUniform(const LaneBits &a, const LaneBits &b);
/// True if the sign bit is proven to be 0.
bool isNonNegative(const LaneBits &a, unsigned width);

} // namespace pstudio
