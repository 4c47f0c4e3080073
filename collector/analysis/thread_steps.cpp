// SPDX-License-Identifier: Apache-2.0
// Arithmetic on the steps of values between threads.
#include "collector/analysis/thread_steps.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace pstudio {
namespace {

// Strides wrap, so these compute with unsigned numbers.
int64_t plus(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
int64_t times(int64_t a, uint64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * b);
}

uint64_t dividesProduct(uint64_t a, uint64_t b) {
  const int bits = std::countr_zero(a) + std::countr_zero(b);
  return bits >= 63 ? kMaxDivisible : uint64_t{1} << bits;
}

/// Only the divisibility of the values is known: every thread is a group of its own.
ThreadStep single(uint64_t divisibility) {
  return {1, 0, divisibility};
}

/// Both steps, refined to common groups.
std::pair<ThreadStep, ThreadStep> aligned(const ThreadStep &a, const ThreadStep &b) {
  return {refined(a, b.group), refined(b, a.group)};
}

/// Divisibility of the quotients of values that have `divisibility`.
uint64_t quotientDivisibility(uint64_t divisibility, uint64_t divisor) {
  if (!std::has_single_bit(divisor) || divisor > divisibility)
    return 1;
  return divisibility / divisor;
}

} // namespace

uint64_t powerOfTwoIn(uint64_t value) {
  return value == 0 ? kMaxDivisible : value & (~value + 1);
}

ThreadStep refined(ThreadStep step, uint64_t group) {
  const uint64_t smaller = std::gcd(step.group, group);
  if (smaller == step.group)
    return step;
  // Each new group begins a multiple of `smaller` threads after the begin of an old one.
  if (!step.stride)
    step.divisibility = 1;
  else if (*step.stride != 0)
    step.divisibility = std::min(step.divisibility,
                                 powerOfTwoIn(static_cast<uint64_t>(times(*step.stride, smaller))));
  step.group = smaller;
  if (smaller == 1)
    step.stride = 0;
  return step;
}

ThreadStep join(const ThreadStep &a, const ThreadStep &b) {
  auto [result, other] = aligned(a, b);
  if (result.stride != other.stride)
    result.stride = std::nullopt;
  result.divisibility = std::min(result.divisibility, other.divisibility);
  return result;
}

ThreadStep wrapped(ThreadStep step, unsigned width) {
  const unsigned shift = 64 - width;
  if (step.stride)
    step.stride = static_cast<int64_t>(static_cast<uint64_t>(*step.stride) << shift) >> shift;
  return step;
}

ThreadStep addSteps(const ThreadStep &a, const ThreadStep &b, unsigned width) {
  auto [x, y] = aligned(a, b);
  ThreadStep result{x.group, std::nullopt, std::min(x.divisibility, y.divisibility)};
  if (x.stride && y.stride)
    result.stride = plus(*x.stride, *y.stride);
  return wrapped(result, width);
}

ThreadStep subtractSteps(const ThreadStep &a, const ThreadStep &b, unsigned width) {
  ThreadStep negative = b;
  if (b.stride)
    negative.stride = times(*b.stride, ~uint64_t{0});
  return addSteps(a, negative, width);
}

ThreadStep multiplySteps(const ThreadStep &a, const ThreadStep &b, unsigned width) {
  auto [x, y] = aligned(a, b);
  const bool isAffine = x.isConstant() || y.isConstant();
  if (!isAffine) {
    x = refined(x, 1);
    y = refined(y, 1);
  }
  ThreadStep result{x.group, std::nullopt, dividesProduct(x.divisibility, y.divisibility)};
  if (x.isConstant() && y.isConstant())
    result.stride = 0;
  return wrapped(result, width);
}

ThreadStep multiplyStep(const ThreadStep &a, uint64_t factor, unsigned width) {
  ThreadStep result = a;
  if (a.stride)
    result.stride = times(*a.stride, factor);
  result.divisibility = dividesProduct(a.divisibility, powerOfTwoIn(factor));
  return wrapped(result, width);
}

ThreadStep shiftLeftSteps(const ThreadStep &a, const ThreadStep &b) {
  auto [x, y] = aligned(a, b);
  if (!y.isConstant())
    return single(refined(x, 1).divisibility);
  if (!x.isConstant())
    x.stride = std::nullopt;
  return x;
}

ThreadStep withinBlocks(const ThreadStep &step, uint64_t block, unsigned width) {
  if (step.isConstant() || !step.stride)
    return step.isConstant() ? step : refined(step, 1);
  const uint64_t limit = uint64_t{1} << (width - 1);
  const uint64_t within = std::min({powerOfTwoIn(block), step.divisibility, limit});
  const auto stride = static_cast<uint64_t>(*step.stride);
  if (*step.stride < 0 || !std::has_single_bit(stride) || stride > within)
    return refined(step, 1);
  return refined(step, within / stride);
}

ThreadStep divideStep(const ThreadStep &a, uint64_t divisor, bool isExact, unsigned width) {
  ThreadStep result = a;
  const bool isMultiple =
      a.stride && divisor <= uint64_t(INT64_MAX) && *a.stride % static_cast<int64_t>(divisor) == 0;
  if (!a.isConstant() && isMultiple && isExact) {
    result.stride = *a.stride / static_cast<int64_t>(divisor);
  } else {
    result = withinBlocks(a, divisor, width);
    result.stride = 0;
  }
  result.divisibility = quotientDivisibility(result.divisibility, divisor);
  return wrapped(result, width);
}

ThreadStep remainderStep(const ThreadStep &a, uint64_t divisor, bool isExact, unsigned width) {
  ThreadStep result = a;
  const bool isMultiple =
      a.stride && divisor <= uint64_t(INT64_MAX) && *a.stride % static_cast<int64_t>(divisor) == 0;
  if (!a.isConstant()) {
    if (isMultiple && (isExact || std::has_single_bit(divisor)))
      result.stride = 0;
    else
      result = withinBlocks(a, divisor, width);
  }
  // Common divisors of the value and the divisor also divide the remainder.
  if (!(std::has_single_bit(divisor) && result.divisibility >= divisor))
    result.divisibility = std::min(result.divisibility, powerOfTwoIn(divisor));
  else
    result.divisibility = kMaxDivisible;
  return wrapped(result, width);
}

ThreadStep opaqueStep(const ThreadStep &a, const ThreadStep &b) {
  uint64_t group = std::gcd(a.group, b.group);
  if (!a.isConstant() || !b.isConstant())
    group = 1;
  return {group, 0, 1};
}

ThreadStep bitwiseStep(const ThreadStep &a, const ThreadStep &b, LowBits effect, unsigned count,
                       unsigned width) {
  auto [x, y] = aligned(a, b);
  if (!y.isConstant())
    return single(1);
  if (!x.isConstant())
    x = withinBlocks(x, count >= 64 ? kMaxDivisible : uint64_t{1} << count, width);
  const bool isConstant = effect == LowBits::Clears || effect == LowBits::Sets;
  if (isConstant)
    x.stride = 0;
  else if (effect == LowBits::Inverts && x.stride)
    x.stride = times(*x.stride, ~uint64_t{0});
  return wrapped(x, width);
}

} // namespace pstudio
