// SPDX-License-Identifier: Apache-2.0
// Hyperbolic sine and cosine, and the inverse hyperbolic functions, in single precision.
#pragma once

#include <limits>

#include "collector/codegen/nvidia/math/exp_log.h"

namespace pstudio::nvidia {

/// As ExpLog, which has tanh.
template <class M> class Hyperbolic {
public:
  using Float = typename M::Float;

  explicit Hyperbolic(M &arithmetic) : m(arithmetic), m_expLog(arithmetic) {}

  /// x + x^3 P(x^2) below 1, else e^x / 2 - 1 / (2 e^x).
  Float sinh(Float x) {
    const Float a = m.abs(x);
    const Float s = x * x;
    const Float p =
        m.polynomial(s, {0x1.555556p-3f, 0x1.111134p-7f, 0x1.9ffe9ep-13f, 0x1.7a144cp-19f});
    const Float near = m.fma(a * s, p, a);
    const Float half = m_expLog.halfOfExp(a);
    const Float far = half - m.divideApproximately(m.f(0.25f), half);
    return m.copySign(m.select(a < m.f(1.0f), near, far), x);
  }

  Float cosh(Float x) {
    const Float half = m_expLog.halfOfExp(m.abs(x));
    return half + m.divideApproximately(m.f(0.25f), half);
  }

  /// log(a + sqrt(a^2 + 1)) without the rounding of the sum near 0.
  Float asinh(Float x) {
    const Float a = m.abs(x);
    const Float root = m.sqrt(m.fma(a, a, m.f(1.0f)));
    const Float small = m_expLog.log1p(a + a * a / (root + m.f(1.0f)));
    return m.copySign(m.select(a > m.f(kLarge), logOfTwice(a), small), x);
  }

  /// log(x + sqrt(x^2 - 1)) without the rounding of the sum near 1; NaN below.
  Float acosh(Float x) {
    const Float t = x - m.f(1.0f);
    const Float small = m_expLog.log1p(t + m.sqrt(m.fma(t, t, t + t)));
    const Float result = m.select(x > m.f(kLarge), logOfTwice(x), small);
    return m.select(x < m.f(1.0f), m.f(kNan), result);
  }

  /// log((1 + a) / (1 - a)) / 2 without the rounding of the quotient near 0.
  Float atanh(Float x) {
    const Float a = m.abs(x);
    const Float quotient = (a + a) / (m.f(1.0f) - a);
    return m.copySign(m_expLog.log1p(quotient) * m.f(0.5f), x);
  }

private:
  static constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  static constexpr float kLarge = 0x1p13f; ///< a^2 + 1 is a^2 from here on
  static constexpr float kLn2 = 0x1.62e430p-1f;

  Float logOfTwice(Float x) { return m_expLog.log(x) + m.f(kLn2); }

  M &m;
  ExpLog<M> m_expLog;
};

} // namespace pstudio::nvidia
