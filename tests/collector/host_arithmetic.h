// SPDX-License-Identifier: Apache-2.0
// Arithmetic on the host's numbers: the device functions over it can be evaluated here. The chip's
// approximations are exact functions, rounded once.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <utility>

#include "collector/codegen/nvidia/math/trigonometric.h"

namespace pstudio::test {

/// As nvidia::IrArithmetic. `chipError` shifts the result of every approximation of the chip by so
/// many units in the last place.
class HostArithmetic {
public:
  using Float = float;
  using Double = double;
  using Int = uint32_t;
  using Long = uint64_t;

  explicit HostArithmetic(int chipError = 0) : m_chipError(chipError) {}

  Float f(float v) { return v; }
  Double d(double v) { return v; }
  Int i(uint32_t v) { return v; }
  Long l(uint64_t v) { return v; }

  template <class T> T select(bool c, T a, T b) { return c ? a : b; }
  template <class T> T fma(T a, T b, T c) { return std::fma(a, b, c); }
  template <class T> T minimum(T a, T b) { return std::fmin(a, b); }
  template <class T> T maximum(T a, T b) { return std::fmax(a, b); }
  template <class T> T roundToEven(T x) { return std::nearbyint(x); }
  bool both(bool a, bool b) { return a && b; }
  bool either(bool a, bool b) { return a || b; }
  Float copySign(Float a, Float b) { return std::copysign(a, b); }
  Float abs(Float x) { return std::fabs(x); }
  Float sqrt(Float x) { return std::sqrt(x); }
  Float truncate(Float x) { return std::trunc(x); }

  template <class T> T polynomial(T x, std::initializer_list<T> coefficients) {
    T sum = *std::rbegin(coefficients);
    for (auto c = std::next(std::rbegin(coefficients)); c != std::rend(coefficients); ++c)
      sum = std::fma(sum, x, *c);
    return sum;
  }

  Int bits(Float x) {
    Int result = 0;
    std::memcpy(&result, &x, sizeof x);
    return result;
  }
  Float fromBits(Int x) {
    Float result = 0;
    std::memcpy(&result, &x, sizeof x);
    return result;
  }
  Int toInt(Double x) {
    if (std::isnan(x))
      return 0;
    return static_cast<Int>(
        static_cast<int32_t>(std::fmin(std::fmax(x, -2147483648.0), 2147483647.0)));
  }
  Float toFloat(Int x) { return static_cast<Float>(static_cast<int32_t>(x)); }
  Float toFloat(Double x) { return static_cast<Float>(x); }
  Double toDouble(Float x) { return x; }
  Double toDoubleSigned(Long x) { return static_cast<Double>(static_cast<int64_t>(x)); }
  Long extend(Int x) { return x; }
  Int truncated(Long x) { return static_cast<Int>(x); }
  Int shiftRightSigned(Int x, uint32_t bits) {
    return static_cast<Int>(static_cast<int32_t>(x) >> bits);
  }
  Double powerOfTwoInDouble(Int k) { return std::ldexp(1.0, static_cast<int32_t>(k)); }

  Float ex2(Float x) { return approximate(std::exp2(double{x})); }
  Float lg2(Float x) { return approximate(std::log2(double{x})); }
  Float rsqrt(Float x) { return approximate(1.0 / std::sqrt(double{x})); }
  Float divideApproximately(Float a, Float b) { return approximate(double{a} / double{b}); }

  Int wordOfTwoOverPi(Int index) { return nvidia::kTwoOverPi[index]; }

  template <class Then, class Else> auto ifElse(bool condition, Then then, Else otherwise) {
    return condition ? then() : otherwise();
  }

private:
  Float approximate(double exact) {
    Float result = static_cast<Float>(exact);
    for (int step = 0; step < std::abs(m_chipError); ++step)
      result = std::nextafter(result, m_chipError > 0 ? HUGE_VALF : -HUGE_VALF);
    return result;
  }

  int m_chipError;
};

} // namespace pstudio::test
