// SPDX-License-Identifier: Apache-2.0
// Powers and cube roots, in single precision.
#pragma once

#include <limits>

namespace pstudio::nvidia {

/// As ExpLog.
template <class M> class Powers {
public:
  using Float = typename M::Float;
  using Int = typename M::Int;
  using Double = typename M::Double;

  explicit Powers(M &arithmetic) : m(arithmetic) {}

  /// 2^(y log2 |x|) in double precision, then C's rules for signs and special values.
  Float pow(Float x, Float y) {
    const Float a = m.abs(x);
    const Float magnitude =
        m.select(a == m.f(1.0f), m.f(1.0f), exp2InDouble(m.toDouble(y) * log2InDouble(a)));
    const auto isInteger = m.truncate(y) == y;
    const Float halfY = y * m.f(0.5f);
    const auto isOdd = m.both(isInteger, m.truncate(halfY) != halfY);
    const Float sign = m.copySign(m.f(1.0f), x);
    Float result = m.select(m.both(isOdd, sign < m.f(0.0f)), -magnitude, magnitude);
    const auto hasNoPower = m.both(m.both(x < m.f(0.0f), a < m.f(kInfinity)), !isInteger);
    result = m.select(hasNoPower, m.f(kNan), result);
    result = m.select(m.both(x == x, y == y), result, x + y);
    return m.select(m.either(x == m.f(1.0f), y == m.f(0.0f)), m.f(1.0f), result);
  }

  /// One step of Newton from 2^(log2(a) / 3), with the residual in double the precision.
  Float cbrt(Float x) {
    const Float a = m.abs(x);
    const auto isTiny = a < m.f(0x1p-126f);
    const Float scaled = m.select(isTiny, a * m.f(0x1p24f), a);
    const Float r = m.ex2(m.lg2(scaled) * m.f(1.0f / 3.0f));
    const Float square = r * r;
    const Float squareLow = m.fma(r, r, -square);
    const Float residual = m.fma(-squareLow, r, m.fma(-square, r, scaled));
    const Float better = r + m.divideApproximately(residual, m.f(3.0f) * square);
    const Float root = m.select(isTiny, better * m.f(0x1p-8f), better);
    const auto isOrdinary = m.both(a > m.f(0.0f), a < m.f(kInfinity));
    return m.select(isOrdinary, m.copySign(root, x), x + x);
  }

private:
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

  /// log2(a) of a >= 0 to 42 bits: 2^i (1 + t) / (1 - t).
  Double log2InDouble(Float a) {
    const auto isTiny = a < m.f(0x1p-126f);
    const Float scaled = m.select(isTiny, a * m.f(0x1p23f), a);
    const Int e = (m.bits(scaled) - m.i(0x3f3504f3)) & m.i(0xff800000);
    const Double x = m.toDouble(m.fromBits(m.bits(scaled) - e));
    const Double t = (x - m.d(1.0)) / (x + m.d(1.0));
    const Double p =
        m.polynomial(t * t, {2.8853900817778495, 0.9617966941139534, 0.5770779422010244,
                             0.4122092677719789, 0.3199051060606564, 0.2829081005698744});
    const Float i = m.fma(m.toFloat(e), m.f(0x1p-23f), m.select(isTiny, m.f(-23.0f), m.f(0.0f)));
    const Double result = m.fma(t, p, m.toDouble(i));
    const Double special = m.toDouble(m.select(a == m.f(0.0f), m.f(-kInfinity), a));
    return m.select(m.both(a > m.f(0.0f), a < m.f(kInfinity)), result, special);
  }

  /// 2^z, rounded once to single precision.
  Float exp2InDouble(Double z) {
    z = m.minimum(m.maximum(z, m.d(-200.0)), m.d(200.0));
    const Double n = m.roundToEven(z);
    const Double p = m.polynomial(
        z - n, {1.000000000555167, 0.6931472057667456, 0.24022646885207796, 0.05550328712440302,
                0.009618489338751954, 0.001339995742336058, 0.00015345763603083015});
    return m.toFloat(p * m.powerOfTwoInDouble(m.toInt(n)));
  }

  M &m;
};

} // namespace pstudio::nvidia
