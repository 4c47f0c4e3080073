// SPDX-License-Identifier: Apache-2.0
// How a value changes from one thread to the next along one dimension.
#pragma once

#include <cstdint>
#include <optional>

namespace pstudio {

/// Along one dimension, the threads of a CTA (or the lanes of a warp) stand in groups that begin at
/// multiples of `group`. Within a group, thread i has
///   value(i) = value(begin of the group) + stride * (i - begin)   modulo 2^width.
/// All of it holds for any place in the other dimensions.
struct ThreadStep {
  uint64_t group = 0;                ///< 0: all threads of the dimension are one group
  std::optional<int64_t> stride = 0; ///< none: there is one in each group, which is not known
  uint64_t divisibility = 1; ///< a power of two that divides the value at each group's begin

  bool operator==(const ThreadStep &) const = default;
  /// All threads of a group have the same value.
  bool isConstant() const { return stride == 0; }
  /// Threads of a group share nothing: there are no groups.
  bool isUnknown() const { return group == 1; }
};

/// Divides any value: that of 0.
inline constexpr uint64_t kMostDivisible = uint64_t{1} << 63;
/// The largest power of two that divides `value`.
uint64_t powerOfTwoIn(uint64_t value);

/// The same, said of smaller groups: of gcd(step.group, group).
ThreadStep refined(ThreadStep step, uint64_t group);
/// What holds of both.
ThreadStep join(const ThreadStep &a, const ThreadStep &b);
/// The stride as a signed number of `width` bits.
ThreadStep wrapped(ThreadStep step, unsigned width);

// Of results modulo 2^width, if the operands change by `a` and `b`. A constant operand that the
// caller knows comes as a number.
ThreadStep addSteps(const ThreadStep &a, const ThreadStep &b, unsigned width);
ThreadStep subtractSteps(const ThreadStep &a, const ThreadStep &b, unsigned width);
ThreadStep multiplySteps(const ThreadStep &a, const ThreadStep &b, unsigned width);
ThreadStep multiplyStep(const ThreadStep &a, uint64_t factor, unsigned width);
/// a << b of an unknown b.
ThreadStep shiftLeftSteps(const ThreadStep &a, const ThreadStep &b);
/// floor(a / divisor). `isExact`: within a group the values, as the numbers that are divided, do
/// not wrap.
ThreadStep divideStep(const ThreadStep &a, uint64_t divisor, bool isExact, unsigned width);
/// a - divisor * floor(a / divisor).
ThreadStep remainderStep(const ThreadStep &a, uint64_t divisor, bool isExact, unsigned width);
/// The same in each group in which all operands are constant.
ThreadStep opaqueStep(const ThreadStep &a, const ThreadStep &b);

/// Smaller groups within which neither carries into higher bits nor a change of sign can happen:
/// the values of each are within one aligned block of `block` values, a power of two.
ThreadStep withinBlocks(const ThreadStep &step, uint64_t block, unsigned width);

/// What a bitwise operation with one operand that is constant within groups does to the low bits of
/// the other one.
enum class LowBits : uint8_t { Keeps, Clears, Sets, Inverts };
/// The operation on `a`, whose low bits below 2^count are treated as `effect` says, with `b`, which
/// is constant within its groups. Leaves the divisibility of `a`, which is the caller's matter.
ThreadStep bitwiseStep(const ThreadStep &a, const ThreadStep &b, LowBits effect, unsigned count,
                       unsigned width);

} // namespace pstudio
