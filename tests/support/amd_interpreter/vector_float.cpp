// SPDX-License-Identifier: Apache-2.0
// Floating-point instructions of lanes: f16, f32, f64. Functions such as v_exp_f32 are computed in
// double precision and rounded; the hardware's error is up to 1 ulp.
#include <cmath>
#include <numbers>
#include <string>

#include "tests/support/amd_interpreter/extrema.h"
#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

template <class T> T medianFloat(T a, T b, T c) {
  if (isNotANumber(a) || isNotANumber(b) || isNotANumber(c))
    return smaller(smaller(a, b), c);
  const T most = larger(larger(a, b), c);
  if (most == a)
    return larger(b, c);
  return most == b ? larger(a, c) : larger(a, b);
}

template <class T> T fused(T a, T b, T c) {
  if constexpr (sizeof(T) == 2)
    return T(std::fma(double(a), double(b), double(c)));
  else
    return std::fma(a, b, c);
}

/// a - floor(a); the largest value below 1, where the difference would round to 1.
template <class T> T fractionOf(T a) {
  constexpr T kLast = sizeof(T) == 2   ? T(0x1.ffcp-1)
                      : sizeof(T) == 4 ? T(0x1.fffffep-1)
                                       : T(0x1.fffffffffffffp-1);
  return std::isfinite(double(a)) ? smaller(T(double(a) - std::floor(double(a))), kLast) : T(NAN);
}

/// The same instructions for each type; `type` is "f32".
template <class T> void addArithmetic(InstructionTable &table, const std::string &type) {
  table["v_add_" + type] = lanewise([](T a, T b) { return T(a + b); });
  table["v_sub_" + type] = lanewise([](T a, T b) { return T(a - b); });
  table["v_subrev_" + type] = lanewise([](T a, T b) { return T(b - a); });
  table["v_mul_" + type] = lanewise([](T a, T b) { return T(a * b); });
  table["v_min_" + type] = lanewise([](T a, T b) { return smaller(a, b); });
  table["v_max_" + type] = lanewise([](T a, T b) { return larger(a, b); });
  table["v_fma_" + type] = lanewise([](T a, T b, T c) { return fused(a, b, c); });
  table["v_fmac_" + type] = accumulating([](T a, T b, T c) { return fused(a, b, c); });
  table["v_fmamk_" + type] = lanewise([](T a, T k, T b) { return fused(a, k, b); });
  table["v_fmaak_" + type] = lanewise([](T a, T b, T k) { return fused(a, b, k); });
  table["v_floor_" + type] = lanewise([](T a) { return T(std::floor(double(a))); });
  table["v_ceil_" + type] = lanewise([](T a) { return T(std::ceil(double(a))); });
  table["v_trunc_" + type] = lanewise([](T a) { return T(std::trunc(double(a))); });
  table["v_rndne_" + type] = lanewise([](T a) { return T(std::nearbyint(double(a))); });
  table["v_fract_" + type] = lanewise([](T a) { return fractionOf(a); });
  table["v_rcp_" + type] = lanewise([](T a) { return T(1.0 / double(a)); });
  table["v_rsq_" + type] = lanewise([](T a) { return T(1.0 / std::sqrt(double(a))); });
  table["v_sqrt_" + type] = lanewise([](T a) { return T(std::sqrt(double(a))); });
  table["v_ldexp_" + type] = lanewise([](T a, int32_t b) { return T(std::ldexp(double(a), b)); });
}

template <class T> void addThreeSources(InstructionTable &table, const std::string &type) {
  table["v_min3_" + type] = lanewise([](T a, T b, T c) { return smaller(smaller(a, b), c); });
  table["v_max3_" + type] = lanewise([](T a, T b, T c) { return larger(larger(a, b), c); });
  table["v_med3_" + type] = lanewise([](T a, T b, T c) { return medianFloat(a, b, c); });
  table["v_maxmin_" + type] = lanewise([](T a, T b, T c) { return smaller(larger(a, b), c); });
  table["v_minmax_" + type] = lanewise([](T a, T b, T c) { return larger(smaller(a, b), c); });
}

/// Functions of f16 and f32 only. Sine and cosine take turns of 2 pi.
template <class T> void addFunctions(InstructionTable &table, const std::string &type) {
  constexpr double kTurn = 2 * std::numbers::pi;
  table["v_exp_" + type] = lanewise([](T a) { return T(std::exp2(double(a))); });
  table["v_log_" + type] = lanewise([](T a) { return T(std::log2(double(a))); });
  table["v_sin_" + type] = lanewise([](T a) { return T(std::sin(kTurn * double(a))); });
  table["v_cos_" + type] = lanewise([](T a) { return T(std::cos(kTurn * double(a))); });
}

int exponentOf(double value) {
  int exponent = 0;
  if (!std::isfinite(value))
    return 0;
  std::frexp(value, &exponent);
  return exponent;
}
double mantissaOf(double value) {
  int exponent = 0;
  return std::isfinite(value) ? std::frexp(value, &exponent) : value;
}

/// 0 times anything is 0 in "legacy" instructions (dx9_zero of gfx11).
float legacyProduct(float a, float b) {
  return a == 0 || b == 0 ? 0.0f : a * b;
}

void addOther(InstructionTable &table) {
  table["v_frexp_exp_i32_f32"] = lanewise([](float a) { return exponentOf(double(a)); });
  table["v_frexp_exp_i32_f64"] = lanewise([](double a) { return exponentOf(a); });
  table["v_frexp_exp_i16_f16"] = lanewise([](Half a) { return int16_t(exponentOf(double(a))); });
  table["v_frexp_mant_f32"] = lanewise([](float a) { return float(mantissaOf(double(a))); });
  table["v_frexp_mant_f64"] = lanewise([](double a) { return mantissaOf(a); });
  table["v_frexp_mant_f16"] = lanewise([](Half a) { return Half(mantissaOf(double(a))); });
  for (const char *name : {"v_mul_legacy_f32", "v_mul_dx9_zero_f32"})
    table[name] = lanewise([](float a, float b) { return legacyProduct(a, b); });
  table["v_rcp_iflag_f32"] = table["v_rcp_f32"];
  table["v_ldexp_f16"] = lanewise([](Half a, int16_t b) { return Half(std::ldexp(double(a), b)); });
}

} // namespace

void addVectorFloats(InstructionTable &table) {
  addArithmetic<float>(table, "f32");
  addArithmetic<double>(table, "f64");
  addArithmetic<Half>(table, "f16");
  addThreeSources<float>(table, "f32");
  addThreeSources<Half>(table, "f16");
  addFunctions<float>(table, "f32");
  addFunctions<Half>(table, "f16");
  addOther(table);
}

} // namespace pstudio::test::amdgpu
