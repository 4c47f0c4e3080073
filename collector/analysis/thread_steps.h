// SPDX-License-Identifier: Apache-2.0
// Change of a value from one thread to the next along one dimension.
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
  std::optional<int64_t> stride = 0; ///< none: each group has one stride, which is unknown
  uint64_t divisibility = 1; ///< a power of two that divides the value at each group's begin

  bool operator==(const ThreadStep &) const = default;
  /// All threads of a group have the same value.
  bool isConstant() const { return stride == 0; }
  /// Nothing is proven: each thread is a group of its own.
  bool isUnknown() const { return group == 1; }
};

/// Divisibility of 0: the largest power of two in 64 bits.
inline constexpr uint64_t kMaxDivisible = uint64_t{1} << 63;
/// The largest power of two that divides `value`.
uint64_t powerOfTwoIn(uint64_t value);

/// The same step for smaller groups, of gcd(step.group, group) threads.
ThreadStep refined(ThreadStep step, uint64_t group);
/// The step that holds for both values.
ThreadStep join(const ThreadStep &a, const ThreadStep &b);
/// The stride as a signed number of `width` bits.
ThreadStep wrapped(ThreadStep step, unsigned width);

// Steps of results modulo 2^width, for operands with the steps `a` and `b`. An operand that is
// constant at compile time is passed as a number.
ThreadStep addSteps(const ThreadStep &a, const ThreadStep &b, unsigned width);
ThreadStep subtractSteps(const ThreadStep &a, const ThreadStep &b, unsigned width);
ThreadStep multiplySteps(const ThreadStep &a, const ThreadStep &b, unsigned width);
ThreadStep multiplyStep(const ThreadStep &a, uint64_t factor, unsigned width);
/// a << b, where the value of b is unknown.
ThreadStep shiftLeftSteps(const ThreadStep &a, const ThreadStep &b);
/// floor(a / divisor). `isExact`: the values of a group, signed or unsigned as the division takes
/// them, do not wrap.
ThreadStep divideStep(const ThreadStep &a, uint64_t divisor, bool isExact, unsigned width);
/// a - divisor * floor(a / divisor).
ThreadStep remainderStep(const ThreadStep &a, uint64_t divisor, bool isExact, unsigned width);
/// Step of a result that is constant in each group in which both operands are constant.
ThreadStep opaqueStep(const ThreadStep &a, const ThreadStep &b);

/// Reduces the groups until the values of each are within one aligned block of `block` values, a
/// power of two. Within such a group no carry into higher bits and no change of sign occurs.
ThreadStep withinBlocks(const ThreadStep &step, uint64_t block, unsigned width);

/// Effect of a bitwise operation on the low bits of one operand if the other one is constant within
/// groups.
enum class LowBits : uint8_t { Keeps, Clears, Sets, Inverts };
/// Step of the bitwise operation on `a`, with `b` that is constant within its groups. `effect`
/// applies to the low `count` bits of `a`. The result has the divisibility of `a`, which the caller
/// corrects.
ThreadStep bitwiseStep(const ThreadStep &a, const ThreadStep &b, LowBits effect, unsigned count,
                       unsigned width);

} // namespace pstudio
