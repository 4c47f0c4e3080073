// SPDX-License-Identifier: Apache-2.0
// Trigonometric functions and their inverses, in single precision.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace pstudio::nvidia {

/// 2/pi in words of 32 bits, after a word of zeros.
inline constexpr std::array<uint32_t, 8> kTwoOverPi = {
    0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599, 0x3c439041, 0xfe5163ab};

/// As ExpLog.
template <class M> class Trigonometric {
public:
  using Float = typename M::Float;
  using Int = typename M::Int;
  using Long = typename M::Long;
  using Double = typename M::Double;

  explicit Trigonometric(M &arithmetic) : m(arithmetic) {}

  Float sin(Float x) {
    const Reduced reduced = reduce(x);
    const Float result = inQuadrant(reduced.r, reduced.quadrant);
    return edges(x, m.select(m.abs(x) < m.f(0x1p-12f), x, result));
  }

  Float cos(Float x) {
    const Reduced reduced = reduce(x);
    return edges(x, inQuadrant(reduced.r, reduced.quadrant + m.i(1)));
  }

  Float tan(Float x) {
    const Reduced reduced = reduce(x);
    const Float s = reduced.r * reduced.r;
    const Float p = m.polynomial(s, {0x1.5554dep-2f, 0x1.112dd0p-3f, 0x1.b588c0p-5f, 0x1.9057ecp-6f,
                                     0x1.97e300p-9f, 0x1.33b2ecp-7f});
    const Float t = m.fma(reduced.r * s, p, reduced.r);
    const auto isOdd = (reduced.quadrant & m.i(1)) == m.i(1);
    const Float result = m.select(isOdd, m.f(-1.0f) / t, t);
    return edges(x, m.select(m.abs(x) < m.f(0x1p-12f), x, result));
  }

  Float atan(Float x) {
    const Float a = m.abs(x);
    const auto isLarge = a > m.f(1.0f);
    const Float r = arcOfUnit(m.select(isLarge, m.f(1.0f) / a, a));
    const Float result = m.select(isLarge, m.f(kHalfPi) - (r + m.f(-kHalfPiLow)), r);
    return m.copySign(result, x);
  }

  /// The angle of the point (x, y), by C's rules for zeros and infinities.
  Float atan2(Float y, Float x) {
    const Float ax = m.abs(x), ay = m.abs(y);
    const Float larger = m.maximum(ax, ay), smaller = m.minimum(ax, ay);
    const auto isDiagonal = smaller == m.f(kInfinity);
    const Float quotient = m.select(isDiagonal, m.f(1.0f), smaller / larger);
    Float r = arcOfUnit(m.select(larger == m.f(0.0f), m.f(0.0f), quotient));
    r = m.select(ay > ax, m.f(kHalfPi) - (r + m.f(-kHalfPiLow)), r);
    const auto isLeft = m.copySign(m.f(1.0f), x) < m.f(0.0f);
    r = m.select(isLeft, m.f(2.0f * kHalfPi) - (r + m.f(-2.0f * kHalfPiLow)), r);
    return m.select(m.both(x == x, y == y), m.copySign(r, y), x + y);
  }

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
  static constexpr float kInfinity = std::numeric_limits<float>::infinity();
  static constexpr float kHalfPi = 0x1.921fb6p+0f, kHalfPiLow = -0x1.777a5cp-25f;
  static constexpr float kHalfPiLowest = -0x1.ee59dap-50f;

  /// x = quadrant pi/2 + r with |r| <= pi/4.
  struct Reduced {
    Float r;
    Int quadrant;
  };

  Reduced reduce(Float x) {
    const auto isModerate = m.abs(x) < m.f(48039.0f);
    const auto [r, quadrant] = m.ifElse(
        isModerate,
        [&] {
          const Reduced reduced = reduceModerate(x);
          return std::pair(reduced.r, reduced.quadrant);
        },
        [&] {
          const Reduced reduced = reduceLarge(x);
          return std::pair(reduced.r, reduced.quadrant);
        });
    return {r, quadrant};
  }

  /// Reduction by three parts of pi/2; the first subtraction is exact.
  Reduced reduceModerate(Float x) {
    const Float n = m.roundToEven(x * m.f(0x1.45f306p-1f));
    Float r = m.fma(n, m.f(-kHalfPi), x);
    r = m.fma(n, m.f(-kHalfPiLow), r);
    r = m.fma(n, m.f(-kHalfPiLowest), r);
    return {r, m.toInt(n)};
  }

  /// Reduction by the 96 bits of 2/pi that affect the result for x's exponent (Payne and Hanek):
  /// the bits before them give whole turns.
  Reduced reduceLarge(Float x) {
    const Int bits = m.bits(m.abs(x));
    const Int place = (bits >> m.i(23)) - m.i(120); // >= 22
    const Int word = place >> m.i(5);
    const Long shift = m.extend(place & m.i(31));
    const Long mantissa = m.extend((bits & m.i(0x7fffff)) | m.i(0x800000));
    const auto window = [&](uint32_t offset) {
      const Long high = m.extend(m.wordOfTwoOverPi(word + m.i(offset)));
      const Long low = m.extend(m.wordOfTwoOverPi(word + m.i(offset + 1)));
      return ((((high << m.l(32)) | low) << shift) >> m.l(32)) & m.l(0xffffffff);
    };
    // The upper 64 of the product's 96 bits; two of them number the quadrant.
    const Long product = ((mantissa * window(0)) << m.l(32)) + mantissa * window(1) +
                         ((mantissa * window(2)) >> m.l(32));
    const Long quadrant = (product + m.l(uint64_t{1} << 61)) >> m.l(62);
    const Long rest = product - (quadrant << m.l(62));
    const Float r = m.toFloat(m.toDoubleSigned(rest) * m.d(0x1.921fb54442d18p-62));
    const auto isNegative = x < m.f(0.0f);
    const Int q = m.truncated(quadrant);
    return {m.select(isNegative, -r, r), m.select(isNegative, m.i(0) - q, q)};
  }

  /// sin(r + quadrant pi/2).
  Float inQuadrant(Float r, Int quadrant) {
    const Float s = r * r;
    const Float ps = m.polynomial(s, {-0x1.555546p-3f, 0x1.110738p-7f, -0x1.9942f8p-13f});
    const Float sine = m.fma(r * s, ps, r);
    const Float pc = m.polynomial(s, {-0.5f, 0x1.55554ap-5f, -0x1.6c0c30p-10f, 0x1.99eac4p-16f});
    const Float cosine = m.fma(s, pc, m.f(1.0f));
    const Float value = m.select((quadrant & m.i(1)) == m.i(1), cosine, sine);
    return m.select((quadrant & m.i(2)) == m.i(2), -value, value);
  }

  /// atan(z) for z in [0, 1].
  Float arcOfUnit(Float z) {
    const Float s = z * z;
    const Float p =
        m.polynomial(s, {-0x1.5554dcp-2f, 0x1.9978f0p-3f, -0x1.230ab6p-3f, 0x1.b4dffcp-4f,
                         -0x1.355428p-4f, 0x1.61f7c6p-5f, -0x1.0c248ep-6f, 0x1.7ec31ap-9f});
    return m.fma(z * s, p, z);
  }

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

  /// NaN for infinity and NaN.
  Float edges(Float x, Float result) { return m.select(m.abs(x) < m.f(kInfinity), result, x - x); }

  M &m;
};

} // namespace pstudio::nvidia
