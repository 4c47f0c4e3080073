// SPDX-License-Identifier: Apache-2.0
// The three instructions of a division: v_div_scale, v_div_fmas, v_div_fixup.
#include <cmath>
#include <string>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

/// The numbers of the pseudocode for one type.
template <class T> struct DivisionLimits;
template <> struct DivisionLimits<float> {
  static constexpr int kFraction = 23, kExponents = 255, kScale = 64, kApart = 96, kSmall = 23;
  static constexpr int kUnderflow = -150;
};
template <> struct DivisionLimits<double> {
  static constexpr int kFraction = 52, kExponents = 2047, kScale = 128, kApart = 768, kSmall = 53;
  static constexpr int kUnderflow = -1075;
};

/// The exponent with its bias.
template <class T> int biasedExponent(T value) {
  using Limits = DivisionLimits<T>;
  const auto bits = std::bit_cast<WordOf<sizeof(T)>>(value);
  return static_cast<int>(bits >> Limits::kFraction & Limits::kExponents);
}
template <class T> bool isDenormal(T value) {
  return value != 0 && biasedExponent(value) == 0;
}

template <class T> struct Scaled {
  T value;
  bool isScaled;
};

/// `value` is the denominator or the numerator.
template <class T> Scaled<T> scaledForDivision(T value, T denominator, T numerator) {
  using Limits = DivisionLimits<T>;
  const auto up = [&](bool applies) { return applies ? std::ldexp(value, Limits::kScale) : value; };
  if (numerator == 0 || denominator == 0)
    return {T(NAN), false};
  if (biasedExponent(numerator) - biasedExponent(denominator) >= Limits::kApart)
    return {up(value == denominator), true};
  if (isDenormal(denominator))
    return {up(true), false};
  const bool hasSmallInverse = isDenormal(T(1) / denominator);
  const bool hasSmallQuotient = isDenormal(numerator / denominator);
  if (hasSmallInverse && hasSmallQuotient)
    return {up(value == denominator), true};
  if (hasSmallInverse)
    return {std::ldexp(value, -Limits::kScale), false};
  if (hasSmallQuotient)
    return {up(value == numerator), true};
  return {up(biasedExponent(numerator) <= Limits::kSmall), false};
}

/// `v_div_scale dst, mask, value, denominator, numerator`.
template <class T> void divScale(Wave &wave, const Instruction &instruction) {
  Lanes<T> value{}, denominator{}, numerator{};
  readLanes(wave, instruction, 0, instruction.operands[2], value);
  readLanes(wave, instruction, 1, instruction.operands[3], denominator);
  readLanes(wave, instruction, 2, instruction.operands[4], numerator);
  uint64_t mask = 0;
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    const Scaled<T> scaled = scaledForDivision(value[i], denominator[i], numerator[i]);
    value[i] = scaled.value;
    mask |= uint64_t(scaled.isScaled) << i;
  }
  writeLanes(wave, instruction, instruction.operands[0], value);
  wave.setMask(instruction.operands[1].index, mask & wave.exec());
}

/// `v_div_fmas dst, a, b, c`, with the mask of v_div_scale in VCC.
template <class T> void divFmas(Wave &wave, const Instruction &instruction) {
  using Limits = DivisionLimits<T>;
  Lanes<T> a{}, b{}, c{};
  readLanes(wave, instruction, 0, instruction.operands[1], a);
  readLanes(wave, instruction, 1, instruction.operands[2], b);
  readLanes(wave, instruction, 2, instruction.operands[3], c);
  const uint64_t mask = wave.mask(kVcc);
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    const bool isLarge = biasedExponent(c[i]) > Limits::kExponents / 2;
    if (!(mask >> i & 1)) {
      a[i] = std::fma(a[i], b[i], c[i]);
      continue;
    }
    // Sum and factor are rounded once: a denormal quotient has fewer bits than the sum.
    using Wide = std::conditional_t<sizeof(T) == 4, double, long double>;
    const Wide sum = std::fma(Wide(a[i]), Wide(b[i]), Wide(c[i]));
    a[i] = T(std::ldexp(sum, isLarge ? Limits::kScale : -Limits::kScale));
  }
  writeLanes(wave, instruction, instruction.operands[0], a);
}

template <class T> T fixedQuotient(T quotient, T denominator, T numerator) {
  using Limits = DivisionLimits<T>;
  const T sign = std::signbit(denominator) != std::signbit(numerator) ? T(-1) : T(1);
  if (std::isnan(numerator))
    return numerator;
  if (std::isnan(denominator))
    return denominator;
  if ((numerator == 0 && denominator == 0) || (std::isinf(numerator) && std::isinf(denominator)))
    return -T(NAN);
  if (denominator == 0 || std::isinf(numerator))
    return std::copysign(T(INFINITY), sign);
  if (std::isinf(denominator) || numerator == 0)
    return std::copysign(T(0), sign);
  if (biasedExponent(numerator) - biasedExponent(denominator) < Limits::kUnderflow)
    return std::copysign(T(0), sign);
  // The estimate of a quotient that is too large is not a number.
  return std::copysign(std::isnan(quotient) ? T(INFINITY) : quotient, sign);
}

} // namespace

void addDivisions(InstructionTable &table) {
  table["v_div_scale_f32"] = &divScale<float>;
  table["v_div_scale_f64"] = &divScale<double>;
  table["v_div_fmas_f32"] = &divFmas<float>;
  table["v_div_fmas_f64"] = &divFmas<double>;
  table["v_div_fixup_f32"] =
      lanewise([](float a, float b, float c) { return fixedQuotient(a, b, c); });
  table["v_div_fixup_f64"] =
      lanewise([](double a, double b, double c) { return fixedQuotient(a, b, c); });
}

} // namespace pstudio::test::amdgpu
