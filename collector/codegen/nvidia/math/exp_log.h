// SPDX-License-Identifier: Apache-2.0
// Exponentials, logarithms, tanh and erf, in single precision.
#pragma once

#include <limits>

namespace pstudio::nvidia {

/// The functions over an arithmetic `M` (ir_arithmetic.h; tests have one of host numbers). Fused
/// operations are explicit calls of fma(), so a compiler that fuses others does not change the
/// results. Coefficients are minimax fits of the named functions, rounded to single precision.
/// Errors are in README.md.
template <class M> class ExpLog {
public:
  using Float = typename M::Float;
  using Int = typename M::Int;

  explicit ExpLog(M &arithmetic) : m(arithmetic) {}

  /// e^x = 2^n * 2^t with |t| <= 1/2, with 2^t by the chip's ex2 instruction.
  Float exp(Float x) {
    const Float n = exponent(x);
    const Float t = m.fma(x, m.f(kLog2eLow), m.fma(x, m.f(kLog2e), -n));
    return scale(m.ex2(t), n);
  }

  /// e^x / 2, which is finite a little longer than e^x.
  Float halfOfExp(Float x) {
    const Float n = exponent(x);
    const Float t = m.fma(x, m.f(kLog2eLow), m.fma(x, m.f(kLog2e), -n));
    return scale(m.ex2(t), n - m.f(1.0f));
  }

  /// e^x - 1 = 2^n (e^r - 1) + (2^n - 1) with |r| <= ln 2 / 2.
  Float expm1(Float x) {
    x = m.select(x < m.f(-30.0f), m.f(-30.0f), x);
    const Float n = exponent(x);
    Float r = m.fma(n, m.f(-kLn2), x);
    r = m.fma(n, m.f(-kLn2Low), r);
    const Float p = m.polynomial(r, {0x1.000000p-1f, 0x1.555554p-3f, 0x1.5554b0p-5f, 0x1.111188p-7f,
                                     0x1.6d735ap-10f, 0x1.a034c2p-13f});
    const Float e = m.fma(r * r, p, r);
    // 2^128 is not representable: half of the result is.
    const Float half = powerOfTwo(m.toInt(n) - m.i(1));
    const Float result = m.fma(half, e, half - m.f(0.5f));
    const Float tiny = m.fma(x * m.f(0.5f), x, x);
    return m.copySign(m.select(m.abs(x) < m.f(0x1p-14f), tiny, result + result), x);
  }

  Float log(Float x) {
    const Parts parts = split(x);
    return edges(x, m.fma(parts.i, m.f(kLn2), ofFraction(parts.f)));
  }

  Float log2(Float x) {
    const Parts parts = split(x);
    const Float r = ofFraction(parts.f);
    return edges(x, m.fma(r, m.f(kLog2e), m.fma(r, m.f(kLog2eLow), parts.i)));
  }

  Float log10(Float x) {
    const Parts parts = split(x);
    const Float r = ofFraction(parts.f);
    const Float low = m.fma(parts.i, m.f(kLog10Of2Low), r * m.f(kLog10eLow));
    return edges(x, m.fma(parts.i, m.f(kLog10Of2), m.fma(r, m.f(kLog10e), low)));
  }

  /// log(1 + x) without the rounding of 1 + x: the fraction is x 2^-i + (2^-i - 1).
  Float log1p(Float x) {
    const Float sum = x + m.f(1.0f);
    const Int e = exponentBits(sum);
    const Float shrink = m.fromBits(m.i(0x3f800000) - e);
    const Parts small{m.fma(x, shrink, shrink - m.f(1.0f)), m.toFloat(e) * m.f(0x1p-23f)};
    const Parts large = split(x);
    const auto isLarge = x > m.f(0x1p25f);
    const Parts parts{m.select(isLarge, large.f, small.f), m.select(isLarge, large.i, small.i)};
    const Float result = edges(sum, m.fma(parts.i, m.f(kLn2), ofFraction(parts.f)));
    return m.select(x == m.f(0.0f), x, result);
  }

  /// x + x^3 P(x^2) near 0, else 1 - 2 / (e^2x + 1).
  Float tanh(Float x) {
    const Float a = m.abs(x);
    const Float s = x * x;
    const Float p = m.polynomial(
        s, {-0x1.55553ep-2f, 0x1.1109aep-3f, -0x1.b898d8p-5f, 0x1.54b874p-6f, -0x1.825796p-8f});
    const Float near = m.fma(x * s, p, x);
    const Float far = m.f(1.0f) - m.divideApproximately(m.f(2.0f), exp(a + a) + m.f(1.0f));
    return m.copySign(m.select(a < m.f(0.6f), near, far), x);
  }

  /// x + x P(x^2) below 1, else 1 - e^(-x Q(x)).
  Float erf(Float x) {
    const Float a = m.abs(x);
    const Float s = x * x;
    const Float p =
        m.polynomial(s, {0x1.06eba8p-3f, -0x1.81273ep-2f, 0x1.ce2cf8p-4f, -0x1.b7f90cp-6f,
                         0x1.5405a8p-8f, -0x1.a3f6bep-11f, 0x1.496984p-14f});
    const Float near = m.fma(x, p, x);
    const Float q =
        m.polynomial(a, {0x1.20f21cp+0f, 0x1.451ab8p-1f, 0x1.b459ccp-4f, -0x1.8961d2p-6f,
                         0x1.ec8120p-9f, -0x1.6fa190p-12f, 0x1.d487aep-17f});
    const Float far = m.select(a < m.f(3.95f), m.f(1.0f) - exp(-(a * q)), m.f(1.0f));
    const Float result = m.select(a < m.f(1.0f), near, m.copySign(far, x));
    return m.select(x == x, result, x);
  }

private:
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  static constexpr float kLog2e = 0x1.715476p+0f, kLog2eLow = 0x1.4ae0c0p-26f;
  static constexpr float kLn2 = 0x1.62e430p-1f, kLn2Low = -0x1.05c610p-29f;
  static constexpr float kLog10e = 0x1.bcb7b2p-2f, kLog10eLow = -0x1.5b235ep-27f;
  static constexpr float kLog10Of2 = 0x1.344136p-2f, kLog10Of2Low = -0x1.ec10c0p-27f;

  /// x = 2^i (1 + f) with f in [-1/3, 1/3].
  struct Parts {
    Float f, i;
  };

  /// 2^k for k in [-126, 127].
  Float powerOfTwo(Int k) { return m.fromBits((k + m.i(127)) << m.i(23)); }

  /// The integer nearest to x / ln 2, kept where 2^n as two factors is finite.
  Float exponent(Float x) {
    const Float n = m.roundToEven(x * m.f(kLog2e));
    return m.minimum(m.maximum(n, m.f(-151.0f)), m.f(128.0f));
  }

  /// value * 2^n, rounded once.
  Float scale(Float value, Float n) {
    const Int k = m.toInt(n);
    const Int half = m.shiftRightSigned(k, 1);
    return value * powerOfTwo(half) * powerOfTwo(k - half);
  }

  /// The exponent of x / (2/3), in place.
  Int exponentBits(Float x) { return (m.bits(x) - m.i(0x3f2aaaab)) & m.i(0xff800000); }

  Parts split(Float x) {
    const auto isTiny = x < m.f(0x1p-126f);
    const Float scaled = m.select(isTiny, x * m.f(0x1p23f), x);
    const Int e = exponentBits(scaled);
    const Float shift = m.select(isTiny, m.f(-23.0f), m.f(0.0f));
    return {m.fromBits(m.bits(scaled) - e) - m.f(1.0f), m.fma(m.toFloat(e), m.f(0x1p-23f), shift)};
  }

  /// log(1 + f).
  Float ofFraction(Float f) {
    const Float p = m.polynomial(f, {-0x1.000000p-1f, 0x1.555502p-2f, -0x1.fffe86p-3f,
                                     0x1.99d1f4p-3f, -0x1.55a742p-3f, 0x1.1ebe5ep-3f,
                                     -0x1.f25fc2p-4f, 0x1.1ed16ep-3f, -0x1.092ddep-3f});
    return m.fma(f * f, p, f);
  }

  /// `logarithm` if x is positive and finite; otherwise the special value.
  Float edges(Float x, Float logarithm) {
    const Float special =
        m.select(x == m.f(0.0f), m.f(-kInfinity), m.select(x < m.f(0.0f), m.f(kNan), x + x));
    return m.select(m.both(x > m.f(0.0f), x < m.f(kInfinity)), logarithm, special);
  }

  M &m;
};

} // namespace pstudio::nvidia
