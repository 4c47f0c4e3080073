// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/lane_cases.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace pstudio::test::amdgpu {
namespace {

using H = _Float16;
using U2 = uint16_t;
using U4 = uint32_t;
using U8 = uint64_t;
using I2 = int16_t;
using I4 = int32_t;
using I8 = int64_t;

template <class T> constexpr LaneType typeOf() {
  if constexpr (std::is_same_v<T, H>)
    return LaneType::Half;
  if constexpr (std::is_same_v<T, float>)
    return LaneType::Float;
  if constexpr (std::is_same_v<T, double>)
    return LaneType::Double;
  return sizeof(T) == 2 ? LaneType::Word16 : sizeof(T) == 4 ? LaneType::Word32 : LaneType::Word64;
}

template <class T> T valueFrom(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T> uint64_t bitsFrom(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

template <class Function> struct HostFunction;
template <class Class, class Result, class... Sources>
struct HostFunction<Result (Class::*)(Sources...) const> {
  template <class Function> static LaneCase make(const char *gfx11, const char *gfx9) {
    return {gfx11, gfx9, typeOf<Result>(), {typeOf<Sources>()...}, [](const uint64_t *sources) {
              return [&]<size_t... Index>(std::index_sequence<Index...>) {
                return bitsFrom<Result>(Function{}(valueFrom<Sources>(sources[Index])...));
              }
              (std::index_sequence_for<Sources...>());
            }};
  }
};

/// Collects cases.
struct CaseList {
  std::vector<LaneCase> cases;
  template <class Function> void row(const char *gfx11, const char *gfx9, Function) {
    cases.push_back(
        HostFunction<decltype(&Function::operator())>::template make<Function>(gfx11, gfx9));
  }
  template <class Function> void both(const char *name, Function function) {
    row(name, name, function);
  }
  template <class Function> void accumulating(const char *name, Function function) {
    both(name, function);
    cases.back().accumulates = true;
  }
};

void addLogicCases(CaseList &list) {
  list.both("v_mov_b32", [](U4 a) { return a; });
  list.both("v_not_b32", [](U4 a) { return a ^ 0xffffffffu; });
  list.both("v_and_b32", [](U4 a, U4 b) { return a & b; });
  list.both("v_or_b32", [](U4 a, U4 b) { return a | b; });
  list.both("v_xor_b32", [](U4 a, U4 b) { return a ^ b; });
  list.both("v_xnor_b32", [](U4 a, U4 b) { return ~a ^ b; });
  list.both("v_or3_b32", [](U4 a, U4 b, U4 c) { return a | b | c; });
  list.row("v_xor3_b32", "", [](U4 a, U4 b, U4 c) { return a ^ b ^ c; });
  list.both("v_and_or_b32", [](U4 a, U4 b, U4 c) { return (a & b) | c; });
  list.both("v_bfi_b32", [](U4 a, U4 b, U4 c) { return c ^ (a & (b ^ c)); });
  list.both("v_bfm_b32", [](U4 a, U4 b) { return U4(((U8(1) << (a % 32)) - 1) << (b % 32)); });
  list.both("v_bfe_u32",
            [](U4 a, U4 b, U4 c) { return U4(U8(a) >> (b % 32) & ((U8(1) << (c % 32)) - 1)); });
  list.both("v_bfe_i32", [](I4 a, U4 b, U4 c) {
    I4 result = 0;
    for (U4 i = 0; i < c % 32; ++i)
      result |= I4((I8(a) >> (b % 32 + i) & 1) << i);
    const bool isNegative = c % 32 != 0 && (I8(a) >> (b % 32 + c % 32 - 1) & 1);
    return isNegative ? I4(result | I4(~0u << (c % 32))) : result;
  });
  list.both("v_bfrev_b32", [](U4 a) {
    U4 result = 0;
    for (int i = 0; i < 32; ++i, a >>= 1)
      result = result << 1 | (a & 1);
    return result;
  });
  list.both("v_bcnt_u32_b32", [](U4 a, U4 b) {
    for (; a; a &= a - 1)
      ++b;
    return b;
  });
  list.row("v_clz_i32_u32", "v_ffbh_u32", [](U4 a) {
    for (I4 i = 0; i < 32; ++i)
      if (a >> (31 - i) & 1)
        return i;
    return -1;
  });
  list.row("v_ctz_i32_b32", "v_ffbl_b32", [](U4 a) {
    for (I4 i = 0; i < 32; ++i)
      if (a >> i & 1)
        return i;
    return -1;
  });
  list.row("v_cls_i32", "v_ffbh_i32", [](I4 a) {
    for (I4 i = 1; i < 32; ++i)
      if ((a >> (31 - i) & 1) != (a >> 31 & 1))
        return i;
    return -1;
  });
}

void addShiftCases(CaseList &list) {
  list.both("v_lshlrev_b32", [](U4 a, U4 b) { return U4(U8(b) << (a % 32)); });
  list.both("v_lshrrev_b32", [](U4 a, U4 b) { return U4(U8(b) >> (a % 32)); });
  list.both("v_ashrrev_i32", [](U4 a, I4 b) { return I4(I8(b) >> (a % 32)); });
  list.both("v_lshlrev_b64", [](U4 a, U8 b) { return b << (a % 64); });
  list.both("v_lshrrev_b64", [](U4 a, U8 b) { return b >> (a % 64); });
  list.both("v_ashrrev_i64", [](U4 a, I8 b) { return b >> (a % 64); });
  list.row("", "v_lshlrev_b16", [](U2 a, U2 b) { return U2(U4(b) << (a % 16)); });
  list.row("", "v_lshrrev_b16", [](U2 a, U2 b) { return U2(b >> (a % 16)); });
  list.row("", "v_ashrrev_i16", [](U2 a, I2 b) { return I2(b >> (a % 16)); });
  list.both("v_lshl_or_b32", [](U4 a, U4 b, U4 c) { return U4(U8(a) << (b % 32)) | c; });
  list.both("v_lshl_add_u32", [](U4 a, U4 b, U4 c) { return U4((U8(a) << (b % 32)) + c); });
  list.both("v_add_lshl_u32", [](U4 a, U4 b, U4 c) { return U4(U8(a + b) << (c % 32)); });
  list.both("v_xad_u32", [](U4 a, U4 b, U4 c) { return U4((a ^ b) + c); });
  list.both("v_alignbit_b32", [](U4 a, U4 b, U4 c) { return U4((U8(a) << 32 | b) >> (c % 32)); });
  list.both("v_alignbyte_b32",
            [](U4 a, U4 b, U4 c) { return U4((U8(a) << 32 | b) >> (8 * (c % 4))); });
}

void addSumCases(CaseList &list) {
  list.row("v_add_nc_u32", "v_add_u32", [](U4 a, U4 b) { return U4(U8(a) + b); });
  list.row("v_sub_nc_u32", "v_sub_u32", [](U4 a, U4 b) { return U4(U8(a) - b); });
  list.row("v_subrev_nc_u32", "v_subrev_u32", [](U4 a, U4 b) { return U4(U8(b) - a); });
  list.both("v_add3_u32", [](U4 a, U4 b, U4 c) { return U4(U8(a) + b + c); });
  list.both("v_sad_u32", [](U4 a, U4 b, U4 c) { return U4(std::max(a, b) - std::min(a, b) + c); });
  list.row("", "v_lshl_add_u64", [](U8 a, U4 b, U8 c) { return (a << (b % 8)) + c; });
  list.row("", "v_add_u16", [](U2 a, U2 b) { return U2(a + b); });
  list.row("", "v_sub_u16", [](U2 a, U2 b) { return U2(a - b); });
  list.row("", "v_subrev_u16", [](U2 a, U2 b) { return U2(b - a); });
  list.row("", "v_mul_lo_u16", [](U2 a, U2 b) { return U2(U4(a) * U4(b)); });
  list.row("v_add_nc_u16", "", [](U2 a, U2 b) { return U2(a + b); });
  list.row("v_sub_nc_u16", "", [](U2 a, U2 b) { return U2(a - b); });
  list.both("v_mul_lo_u32", [](U4 a, U4 b) { return U4(U8(a) * b); });
  list.both("v_mul_hi_u32", [](U4 a, U4 b) { return U4(U8(a) * b / (U8(1) << 32)); });
  list.both("v_mul_hi_i32", [](I4 a, I4 b) { return I4((I8(a) * b) >> 32); });
  list.both("v_mul_u32_u24", [](U4 a, U4 b) { return U4(U8(a % (1 << 24)) * (b % (1 << 24))); });
  list.both("v_mul_hi_u32_u24",
            [](U4 a, U4 b) { return U4(U8(a % (1 << 24)) * (b % (1 << 24)) >> 32); });
  list.both("v_mul_i32_i24",
            [](I4 a, I4 b) { return I4(U4(I8(I4(U4(a) << 8) / 256) * I8(I4(U4(b) << 8) / 256))); });
  list.both("v_mad_u32_u24",
            [](U4 a, U4 b, U4 c) { return U4(U8(a % (1 << 24)) * (b % (1 << 24)) + c); });
  list.both("v_mad_i32_i24", [](I4 a, I4 b, U4 c) {
    return U4(U4(I8(I4(U4(a) << 8) / 256) * I8(I4(U4(b) << 8) / 256)) + c);
  });
  list.both("v_mad_u32_u16", [](U2 a, U2 b, U4 c) { return U4(U4(a) * b + c); });
  list.both("v_mad_i32_i16", [](I2 a, I2 b, U4 c) { return U4(U4(I4(a) * b) + c); });
}

void addExtremumCases(CaseList &list) {
  list.both("v_min_u32", [](U4 a, U4 b) { return a < b ? a : b; });
  list.both("v_max_u32", [](U4 a, U4 b) { return a < b ? b : a; });
  list.both("v_min_i32", [](I4 a, I4 b) { return a < b ? a : b; });
  list.both("v_max_i32", [](I4 a, I4 b) { return a < b ? b : a; });
  list.both("v_min3_u32", [](U4 a, U4 b, U4 c) { return std::min({a, b, c}); });
  list.both("v_max3_i32", [](I4 a, I4 b, I4 c) { return std::max({a, b, c}); });
  list.both("v_min3_i32", [](I4 a, I4 b, I4 c) { return std::min({a, b, c}); });
  list.both("v_max3_u32", [](U4 a, U4 b, U4 c) { return std::max({a, b, c}); });
  list.both("v_med3_i32", [](I4 a, I4 b, I4 c) {
    I4 all[] = {a, b, c};
    std::ranges::sort(all);
    return all[1];
  });
  list.both("v_med3_u32", [](U4 a, U4 b, U4 c) {
    U4 all[] = {a, b, c};
    std::ranges::sort(all);
    return all[1];
  });
  list.row("v_maxmin_i32", "", [](I4 a, I4 b, I4 c) { return std::min(std::max(a, b), c); });
  list.row("v_minmax_u32", "", [](U4 a, U4 b, U4 c) { return std::max(std::min(a, b), c); });
  list.row("", "v_min_u16", [](U2 a, U2 b) { return std::min(a, b); });
  list.row("", "v_max_i16", [](I2 a, I2 b) { return std::max(a, b); });
}

/// Rows of a floating type; `names` are "v_add_f32" and so on.
template <class T> void addFloatCases(CaseList &list, const std::string &type) {
  const auto name = [&](const char *operation) {
    return std::string("v_") + operation + "_" + type;
  };
  list.both(name("add").c_str(), [](T a, T b) { return T(a + b); });
  list.both(name("mul").c_str(), [](T a, T b) { return T(a * b); });
  list.both(name("fma").c_str(), [](T a, T b, T c) {
    return sizeof(T) == 8   ? T(std::fma(double(a), double(b), double(c)))
           : sizeof(T) == 4 ? T(std::fmaf(float(a), float(b), float(c)))
                            : T(double(a) * double(b) + double(c));
  });
  list.both(name("min").c_str(), [](T a, T b) {
    const bool isFirst = a < b || (a == b && std::signbit(double(a)));
    return a != a ? b : b != b || isFirst ? a : b;
  });
  list.both(name("max").c_str(), [](T a, T b) {
    const bool isFirst = a > b || (a == b && !std::signbit(double(a)));
    return a != a ? b : b != b || isFirst ? a : b;
  });
  list.both(name("floor").c_str(), [](T a) { return T(std::floor(double(a))); });
  list.both(name("ceil").c_str(), [](T a) { return T(-std::floor(-double(a))); });
  list.both(name("trunc").c_str(), [](T a) { return T(std::trunc(double(a))); });
  list.both(name("rndne").c_str(), [](T a) { return T(std::rint(double(a))); });
  list.both(name("frexp_mant").c_str(), [](T a) {
    int exponent = 0;
    return std::isfinite(double(a)) ? T(std::frexp(double(a), &exponent)) : a;
  });
}

void addFunctionCases(CaseList &list) {
  list.both("v_sub_f32", [](float a, float b) { return a - b; });
  list.both("v_subrev_f32", [](float a, float b) { return b - a; });
  list.both("v_sub_f16", [](H a, H b) { return H(float(a) - float(b)); });
  list.accumulating("v_fmac_f32", [](float a, float b, float c) { return std::fmaf(a, b, c); });
  list.both("v_rcp_f32", [](float a) { return float(1.0 / double(a)); });
  list.both("v_rsq_f32", [](float a) { return float(1.0 / std::sqrt(double(a))); });
  list.both("v_sqrt_f32", [](float a) { return std::sqrt(a); });
  list.both("v_exp_f32", [](float a) { return float(std::exp2(double(a))); });
  list.both("v_log_f32", [](float a) { return float(std::log2(double(a))); });
  list.both("v_ldexp_f32", [](float a, I4 b) { return float(std::scalbn(double(a), b)); });
  list.both("v_frexp_exp_i32_f32",
            [](float a) { return std::isfinite(a) && a != 0 ? I4(std::ilogb(a) + 1) : 0; });
  list.row("v_max3_f32", "v_max3_f32",
           [](float a, float b, float c) { return std::fmax(std::fmax(a, b), c); });
  list.row("v_min3_f32", "v_min3_f32",
           [](float a, float b, float c) { return std::fmin(std::fmin(a, b), c); });
}

void addConversionCases(CaseList &list) {
  list.both("v_cvt_f32_i32", [](I4 a) { return float(a); });
  list.both("v_cvt_f32_u32", [](U4 a) { return float(a); });
  list.both("v_cvt_f64_i32", [](I4 a) { return double(a); });
  list.both("v_cvt_f64_u32", [](U4 a) { return double(a); });
  list.both("v_cvt_f64_f32", [](float a) { return double(a); });
  list.both("v_cvt_f32_f64", [](double a) { return float(a); });
  list.both("v_cvt_f32_f16", [](H a) { return float(a); });
  list.both("v_cvt_f16_f32", [](float a) { return H(a); });
  list.both("v_cvt_i32_f32", [](float a) {
    return a != a ? 0 : a >= 0x1p31f ? INT32_MAX : a <= -0x1p31f ? INT32_MIN : I4(a);
  });
  list.both("v_cvt_u32_f32", [](float a) {
    return !(a > 0) ? 0u : a >= 0x1p32f ? UINT32_MAX : U4(a);
  });
  list.both("v_cvt_i32_f64", [](double a) {
    return a != a ? 0 : a >= 2147483647.0 ? INT32_MAX : a <= -2147483648.0 ? INT32_MIN : I4(a);
  });
  list.both("v_cvt_f32_ubyte0", [](U4 a) { return float(a % 256); });
  list.both("v_cvt_f32_ubyte3", [](U4 a) { return float(a / (1u << 24)); });
  list.both("v_pack_b32_f16",
            [](H a, H b) { return U4(std::bit_cast<U2>(a)) | U4(std::bit_cast<U2>(b)) << 16; });
}

} // namespace

const std::vector<LaneCase> &laneCases() {
  static const std::vector<LaneCase> cases = [] {
    CaseList list;
    addLogicCases(list);
    addShiftCases(list);
    addSumCases(list);
    addExtremumCases(list);
    addFloatCases<H>(list, "f16");
    addFloatCases<float>(list, "f32");
    addFloatCases<double>(list, "f64");
    addFunctionCases(list);
    addConversionCases(list);
    return std::move(list.cases);
  }();
  return cases;
}

size_t bytesOf(LaneType type) {
  switch (type) {
  case LaneType::Word16:
  case LaneType::Half:
    return 2;
  case LaneType::Word32:
  case LaneType::Float:
    return 4;
  default:
    return 8;
  }
}

bool isFloating(LaneType type) {
  return type >= LaneType::Half;
}

uint64_t negated(LaneType type, uint64_t bits) {
  return bits ^ uint64_t(1) << (bytesOf(type) * 8 - 1);
}
uint64_t absolute(LaneType type, uint64_t bits) {
  return bits & ~(uint64_t(1) << (bytesOf(type) * 8 - 1));
}

bool isNan(LaneType type, uint64_t bits) {
  switch (type) {
  case LaneType::Half:
    return (bits & 0x7fff) > 0x7c00;
  case LaneType::Float:
    return (bits & 0x7fffffff) > 0x7f800000;
  case LaneType::Double:
    return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
  default:
    return false;
  }
}

} // namespace pstudio::test::amdgpu
