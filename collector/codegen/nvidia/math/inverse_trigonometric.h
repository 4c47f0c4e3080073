// SPDX-License-Identifier: Apache-2.0
// Arc sine and arc cosine, in single precision.
#pragma once

namespace pstudio::nvidia {

/// As ExpLog.
template <class M> class InverseTrigonometric {
public:
  using Float = typename M::Float;

  explicit InverseTrigonometric(M &arithmetic) : m(arithmetic) {}

  Float asin(Float x) {
    const auto isLarge = m.abs(x) > m.f(0.5f);
    const Float arc = arcOfHalf(m.abs(x));
    const Float large = m.f(kHalfPi) - (arc + arc + m.f(-kHalfPiLow));
    return m.copySign(m.select(isLarge, large, arc), x);
  }

  Float acos(Float x) {
    const Float arc = arcOfHalf(m.abs(x));
    const Float middle = m.f(kHalfPi) - (m.copySign(arc, x) + m.f(-kHalfPiLow));
    const Float below = m.f(2.0f * kHalfPi) - (arc + arc + m.f(-2.0f * kHalfPiLow));
    const Float result = m.select(x > m.f(0.5f), arc + arc, middle);
    return m.select(x < m.f(-0.5f), below, result);
  }

private:
  static constexpr float kHalfPi = 0x1.921fb6p+0f, kHalfPiLow = -0x1.777a5cp-25f;

  /// asin(a) up to 1/2; above, asin(sqrt((1 - a) / 2)), which is half of the angle's complement.
  /// NaN above 1.
  Float arcOfHalf(Float a) {
    const auto isLarge = a > m.f(0.5f);
    const Float s = m.select(isLarge, m.fma(a, m.f(-0.5f), m.f(0.5f)), a * a);
    const Float r = m.select(isLarge, m.sqrt(s), a);
    const Float p = m.polynomial(s, {0x1.55554cp-3f, 0x1.333850p-4f, 0x1.6cb45ap-5f, 0x1.046960p-5f,
                                     0x1.db40ecp-7f, 0x1.32a73ep-5f});
    return m.fma(r * s, p, r);
  }

  M &m;
};

} // namespace pstudio::nvidia
