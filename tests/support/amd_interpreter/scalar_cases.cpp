// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/scalar_cases.h"

#include <bit>

namespace pstudio::test::amdgpu {
namespace {

using Word = uint64_t;
constexpr Word kLow = 0xffffffff;

ScalarResult nonzero32(Word value) {
  return {value & kLow, (value & kLow) != 0};
}
ScalarResult nonzero64(Word value) {
  return {value, value != 0};
}
int64_t signedWord(Word value) {
  return static_cast<int32_t>(value);
}

std::vector<ScalarCase> logicCases() {
  using Expected = ScalarResult (*)(Word, Word, bool);
  struct Row {
    const char *gfx11;
    const char *gfx9;
    Expected narrow;
    Expected wide;
  };
  static constexpr Row kRows[] = {
      {"s_and", "s_and", [](Word a, Word b, bool) { return nonzero32(a & b); },
       [](Word a, Word b, bool) { return nonzero64(a & b); }},
      {"s_or", "s_or", [](Word a, Word b, bool) { return nonzero32(a | b); },
       [](Word a, Word b, bool) { return nonzero64(a | b); }},
      {"s_xor", "s_xor", [](Word a, Word b, bool) { return nonzero32(a ^ b); },
       [](Word a, Word b, bool) { return nonzero64(a ^ b); }},
      {"s_nand", "s_nand", [](Word a, Word b, bool) { return nonzero32(~a | ~b); },
       [](Word a, Word b, bool) { return nonzero64(~a | ~b); }},
      {"s_nor", "s_nor", [](Word a, Word b, bool) { return nonzero32(~a & ~b); },
       [](Word a, Word b, bool) { return nonzero64(~a & ~b); }},
      {"s_xnor", "s_xnor", [](Word a, Word b, bool) { return nonzero32(~a ^ b); },
       [](Word a, Word b, bool) { return nonzero64(~a ^ b); }},
      {"s_and_not1", "s_andn2", [](Word a, Word b, bool) { return nonzero32(a & ~b); },
       [](Word a, Word b, bool) { return nonzero64(a & ~b); }},
      {"s_or_not1", "s_orn2", [](Word a, Word b, bool) { return nonzero32(a | ~b); },
       [](Word a, Word b, bool) { return nonzero64(a | ~b); }},
  };
  std::vector<ScalarCase> cases;
  for (const Row &row : kRows) {
    cases.push_back(
        {std::string(row.gfx11) + "_b32", std::string(row.gfx9) + "_b32", 1, {1, 1}, row.narrow});
    cases.push_back(
        {std::string(row.gfx11) + "_b64", std::string(row.gfx9) + "_b64", 2, {2, 2}, row.wide});
  }
  return cases;
}

ScalarResult sum(Word a, Word b, bool carry) {
  const Word all = (a & kLow) + (b & kLow) + carry;
  return {all & kLow, all > kLow};
}
ScalarResult difference(Word a, Word b, bool borrow) {
  const Word taken = (b & kLow) + borrow;
  return {((a & kLow) - taken) & kLow, taken > (a & kLow)};
}
ScalarResult signedResult(int64_t value) {
  return {Word(value) & kLow, value < INT32_MIN || value > INT32_MAX};
}

const ScalarCase kArithmetic[] = {
    {"s_add_u32", "s_add_u32", 1, {1, 1}, [](Word a, Word b, bool) { return sum(a, b, false); }},
    {"s_addc_u32", "s_addc_u32", 1, {1, 1}, [](Word a, Word b, bool c) { return sum(a, b, c); }},
    {"s_sub_u32",
     "s_sub_u32",
     1,
     {1, 1},
     [](Word a, Word b, bool) { return difference(a, b, false); }},
    {"s_subb_u32",
     "s_subb_u32",
     1,
     {1, 1},
     [](Word a, Word b, bool c) { return difference(a, b, c); }},
    {"s_add_i32",
     "s_add_i32",
     1,
     {1, 1},
     [](Word a, Word b, bool) { return signedResult(signedWord(a) + signedWord(b)); }},
    {"s_sub_i32",
     "s_sub_i32",
     1,
     {1, 1},
     [](Word a, Word b, bool) { return signedResult(signedWord(a) - signedWord(b)); }},
    {"s_mul_i32",
     "s_mul_i32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{a * b & kLow, {}};
     }},
    {"s_mul_hi_u32",
     "s_mul_hi_u32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{(a & kLow) * (b & kLow) >> 32, {}};
     }},
    {"s_mul_hi_i32",
     "s_mul_hi_i32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{Word(signedWord(a) * signedWord(b)) >> 32 & kLow, {}};
     }},
    {"s_min_i32",
     "s_min_i32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       const bool is = signedWord(a) < signedWord(b);
       return ScalarResult{(is ? a : b) & kLow, is};
     }},
    {"s_max_i32",
     "s_max_i32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       const bool is = signedWord(a) > signedWord(b);
       return ScalarResult{(is ? a : b) & kLow, is};
     }},
    {"s_min_u32",
     "s_min_u32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       const bool is = (a & kLow) < (b & kLow);
       return ScalarResult{(is ? a : b) & kLow, is};
     }},
    {"s_max_u32",
     "s_max_u32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       const bool is = (a & kLow) > (b & kLow);
       return ScalarResult{(is ? a : b) & kLow, is};
     }},
    {"s_abs_i32",
     "s_abs_i32",
     1,
     {1},
     [](Word a, Word, bool) {
       return nonzero32(Word(signedWord(a) < 0 ? -signedWord(a) : signedWord(a)));
     }},
    {"s_absdiff_i32",
     "s_absdiff_i32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       const int64_t d = signedWord(a) - signedWord(b);
       return nonzero32(Word(d < 0 ? -d : d));
     }},
    {"s_lshl2_add_u32",
     "s_lshl2_add_u32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       const Word all = (a & kLow) * 4 + (b & kLow);
       return ScalarResult{all & kLow, all > kLow};
     }},
    {"s_lshl_b32",
     "s_lshl_b32",
     1,
     {1, 1},
     [](Word a, Word b, bool) { return nonzero32(a << (b % 32)); }},
    {"s_lshr_b32",
     "s_lshr_b32",
     1,
     {1, 1},
     [](Word a, Word b, bool) { return nonzero32((a & kLow) >> (b % 32)); }},
    {"s_ashr_i32",
     "s_ashr_i32",
     1,
     {1, 1},
     [](Word a, Word b, bool) { return nonzero32(Word(signedWord(a) >> (b % 32))); }},
    {"s_lshl_b64",
     "s_lshl_b64",
     2,
     {2, 1},
     [](Word a, Word b, bool) { return nonzero64(a << (b % 64)); }},
    {"s_lshr_b64",
     "s_lshr_b64",
     2,
     {2, 1},
     [](Word a, Word b, bool) { return nonzero64(a >> (b % 64)); }},
    {"s_ashr_i64",
     "s_ashr_i64",
     2,
     {2, 1},
     [](Word a, Word b, bool) { return nonzero64(Word(int64_t(a) >> (b % 64))); }},
    {"s_bfm_b32",
     "s_bfm_b32",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{((Word(1) << (a % 32)) - 1) << (b % 32) & kLow, {}};
     }},
    {"s_pack_ll_b32_b16",
     "s_pack_ll_b32_b16",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{a % 65536 + b % 65536 * 65536, {}};
     }},
    {"s_pack_lh_b32_b16",
     "s_pack_lh_b32_b16",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{a % 65536 + (b & 0xffff0000), {}};
     }},
    {"s_pack_hh_b32_b16",
     "s_pack_hh_b32_b16",
     1,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{(a & kLow) / 65536 + (b & 0xffff0000), {}};
     }},
};

const ScalarCase kBits[] = {
    {"s_mov_b32",
     "s_mov_b32",
     1,
     {1},
     [](Word a, Word, bool) {
       return ScalarResult{a & kLow, {}};
     }},
    {"s_mov_b64",
     "s_mov_b64",
     2,
     {2},
     [](Word a, Word, bool) {
       return ScalarResult{a, {}};
     }},
    {"s_not_b32", "s_not_b32", 1, {1}, [](Word a, Word, bool) { return nonzero32(~a); }},
    {"s_not_b64", "s_not_b64", 2, {2}, [](Word a, Word, bool) { return nonzero64(~a); }},
    {"s_cselect_b32",
     "s_cselect_b32",
     1,
     {1, 1},
     [](Word a, Word b, bool c) {
       return ScalarResult{(c ? a : b) & kLow, {}};
     }},
    {"s_cselect_b64",
     "s_cselect_b64",
     2,
     {2, 2},
     [](Word a, Word b, bool c) {
       return ScalarResult{c ? a : b, {}};
     }},
    {"s_bcnt1_i32_b32",
     "s_bcnt1_i32_b32",
     1,
     {1},
     [](Word a, Word, bool) { return nonzero32(Word(std::popcount(uint32_t(a)))); }},
    {"s_bcnt1_i32_b64",
     "s_bcnt1_i32_b64",
     1,
     {2},
     [](Word a, Word, bool) { return nonzero32(Word(std::popcount(a))); }},
    {"s_bcnt0_i32_b32",
     "s_bcnt0_i32_b32",
     1,
     {1},
     [](Word a, Word, bool) { return nonzero32(Word(32 - std::popcount(uint32_t(a)))); }},
    {"s_ctz_i32_b32",
     "s_ff1_i32_b32",
     1,
     {1},
     [](Word a, Word, bool) {
       return ScalarResult{uint32_t(a) ? Word(std::countr_zero(a)) : kLow, {}};
     }},
    {"s_ctz_i32_b64",
     "s_ff1_i32_b64",
     1,
     {2},
     [](Word a, Word, bool) {
       return ScalarResult{a ? Word(std::countr_zero(a)) : kLow, {}};
     }},
    {"s_clz_i32_u32",
     "s_flbit_i32_b32",
     1,
     {1},
     [](Word a, Word, bool) {
       return ScalarResult{uint32_t(a) ? Word(std::countl_zero(uint32_t(a))) : kLow, {}};
     }},
    {"s_clz_i32_u64",
     "s_flbit_i32_b64",
     1,
     {2},
     [](Word a, Word, bool) {
       return ScalarResult{a ? Word(std::countl_zero(a)) : kLow, {}};
     }},
    {"s_sext_i32_i8",
     "s_sext_i32_i8",
     1,
     {1},
     [](Word a, Word, bool) {
       return ScalarResult{Word(int64_t(int8_t(a))) & kLow, {}};
     }},
    {"s_sext_i32_i16",
     "s_sext_i32_i16",
     1,
     {1},
     [](Word a, Word, bool) {
       return ScalarResult{Word(int64_t(int16_t(a))) & kLow, {}};
     }},
    {"s_cmp_eq_i32",
     "s_cmp_eq_i32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, (a & kLow) == (b & kLow)};
     }},
    {"s_cmp_lg_u32",
     "s_cmp_lg_u32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, (a & kLow) != (b & kLow)};
     }},
    {"s_cmp_gt_i32",
     "s_cmp_gt_i32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, signedWord(a) > signedWord(b)};
     }},
    {"s_cmp_ge_i32",
     "s_cmp_ge_i32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, signedWord(a) >= signedWord(b)};
     }},
    {"s_cmp_lt_i32",
     "s_cmp_lt_i32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, signedWord(a) < signedWord(b)};
     }},
    {"s_cmp_le_i32",
     "s_cmp_le_i32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, signedWord(a) <= signedWord(b)};
     }},
    {"s_cmp_gt_u32",
     "s_cmp_gt_u32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, (a & kLow) > (b & kLow)};
     }},
    {"s_cmp_ge_u32",
     "s_cmp_ge_u32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, (a & kLow) >= (b & kLow)};
     }},
    {"s_cmp_lt_u32",
     "s_cmp_lt_u32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, (a & kLow) < (b & kLow)};
     }},
    {"s_cmp_le_u32",
     "s_cmp_le_u32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, (a & kLow) <= (b & kLow)};
     }},
    {"s_cmp_eq_u64",
     "s_cmp_eq_u64",
     0,
     {2, 2},
     [](Word a, Word b, bool) {
       return ScalarResult{0, a == b};
     }},
    {"s_cmp_lg_u64",
     "s_cmp_lg_u64",
     0,
     {2, 2},
     [](Word a, Word b, bool) {
       return ScalarResult{0, a != b};
     }},
    {"s_bitcmp1_b32",
     "s_bitcmp1_b32",
     0,
     {1, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, bool(a >> (b % 32) & 1)};
     }},
    {"s_bitcmp0_b64",
     "s_bitcmp0_b64",
     0,
     {2, 1},
     [](Word a, Word b, bool) {
       return ScalarResult{0, !(a >> (b % 64) & 1)};
     }},
};

} // namespace

const std::vector<ScalarCase> &scalarCases() {
  static const std::vector<ScalarCase> cases = [] {
    std::vector<ScalarCase> all = logicCases();
    all.insert(all.end(), std::begin(kArithmetic), std::end(kArithmetic));
    all.insert(all.end(), std::begin(kBits), std::end(kBits));
    return all;
  }();
  return cases;
}

} // namespace pstudio::test::amdgpu
