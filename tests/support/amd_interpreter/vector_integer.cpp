// SPDX-License-Identifier: Apache-2.0
// Integer instructions of lanes, without carries.
#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

using U16 = uint16_t;
using U32 = uint32_t;
using U64 = uint64_t;
using I16 = int16_t;
using I32 = int32_t;
using I64 = int64_t;

U32 unsigned24(U32 value) {
  return value & 0xffffff;
}
I32 signed24(U32 value) {
  return static_cast<I32>(value << 8) >> 8;
}

template <class T> T medianOf(T a, T b, T c) {
  return std::max(std::min(a, b), std::min(std::max(a, b), c));
}

void addMovesAndLogic(InstructionTable &table) {
  table["v_mov_b32"] = lanewise([](U32 a) { return a; });
  table["v_mov_b64"] = lanewise([](U64 a) { return a; });
  table["v_mov_b16"] = lanewise([](U16 a) { return a; });
  table["v_accvgpr_read_b32"] = lanewise([](U32 a) { return a; });
  table["v_accvgpr_write_b32"] = lanewise([](U32 a) { return a; });
  table["v_accvgpr_mov_b32"] = lanewise([](U32 a) { return a; });
  table["v_not_b32"] = lanewise([](U32 a) { return ~a; });
  table["v_and_b32"] = lanewise([](U32 a, U32 b) { return a & b; });
  table["v_or_b32"] = lanewise([](U32 a, U32 b) { return a | b; });
  table["v_xor_b32"] = lanewise([](U32 a, U32 b) { return a ^ b; });
  table["v_xnor_b32"] = lanewise([](U32 a, U32 b) { return ~(a ^ b); });
  table["v_and_b16"] = lanewise([](U16 a, U16 b) { return U16(a & b); });
  table["v_or_b16"] = lanewise([](U16 a, U16 b) { return U16(a | b); });
  table["v_xor_b16"] = lanewise([](U16 a, U16 b) { return U16(a ^ b); });
  table["v_not_b16"] = lanewise([](U16 a) { return U16(~a); });
  table["v_or3_b32"] = lanewise([](U32 a, U32 b, U32 c) { return a | b | c; });
  table["v_xor3_b32"] = lanewise([](U32 a, U32 b, U32 c) { return a ^ b ^ c; });
  table["v_and_or_b32"] = lanewise([](U32 a, U32 b, U32 c) { return (a & b) | c; });
  table["v_bfi_b32"] = lanewise([](U32 a, U32 b, U32 c) { return (a & b) | (~a & c); });
  table["v_bfm_b32"] = lanewise([](U32 a, U32 b) { return ((1u << (a & 31)) - 1) << (b & 31); });
  table["v_bfe_u32"] = lanewise([](U32 a, U32 b, U32 c) {
    const U32 bits = c & 31;
    return bits == 0 ? 0u : a >> (b & 31) & ((1u << bits) - 1);
  });
  table["v_bfe_i32"] = lanewise([](I32 a, U32 b, U32 c) {
    const U32 bits = c & 31;
    const auto field = static_cast<U32>(a >> (b & 31)) & ((1u << bits) - 1);
    return bits == 0 ? 0 : static_cast<I32>(field << (32 - bits)) >> (32 - bits);
  });
}

void addShiftRows(InstructionTable &table) {
  table["v_lshlrev_b32"] = lanewise([](U32 a, U32 b) { return b << (a & 31); });
  table["v_lshrrev_b32"] = lanewise([](U32 a, U32 b) { return b >> (a & 31); });
  table["v_ashrrev_i32"] = lanewise([](U32 a, I32 b) { return b >> (a & 31); });
  table["v_lshlrev_b16"] = lanewise([](U16 a, U16 b) { return U16(b << (a & 15)); });
  table["v_lshrrev_b16"] = lanewise([](U16 a, U16 b) { return U16(b >> (a & 15)); });
  table["v_ashrrev_i16"] = lanewise([](U16 a, I16 b) { return I16(b >> (a & 15)); });
  table["v_lshlrev_b64"] = lanewise([](U32 a, U64 b) { return b << (a & 63); });
  table["v_lshrrev_b64"] = lanewise([](U32 a, U64 b) { return b >> (a & 63); });
  table["v_ashrrev_i64"] = lanewise([](U32 a, I64 b) { return b >> (a & 63); });
  table["v_lshl_or_b32"] = lanewise([](U32 a, U32 b, U32 c) { return a << (b & 31) | c; });
  table["v_lshl_add_u32"] = lanewise([](U32 a, U32 b, U32 c) { return (a << (b & 31)) + c; });
  table["v_lshl_add_u64"] = lanewise([](U64 a, U32 b, U64 c) { return (a << (b & 7)) + c; });
  table["v_add_lshl_u32"] = lanewise([](U32 a, U32 b, U32 c) { return (a + b) << (c & 31); });
  table["v_xad_u32"] = lanewise([](U32 a, U32 b, U32 c) { return (a ^ b) + c; });
  table["v_alignbit_b32"] = lanewise(
      [](U32 a, U32 b, U32 c) { return static_cast<U32>((U64(a) << 32 | b) >> (c & 31)); });
  table["v_alignbyte_b32"] = lanewise(
      [](U32 a, U32 b, U32 c) { return static_cast<U32>((U64(a) << 32 | b) >> (8 * (c & 3))); });
}

/// `name dst, a, b` from the exact result: the low bits of it, or with `clamp` saturated to T.
template <class T, class Function> constexpr Execute saturating(Function) {
  return [](Wave &wave, const Instruction &instruction) {
    if (instruction.operands.size() < 3)
      return wave.fail("fewer operands than expected");
    if (hasOtherModifier(wave, instruction, 3))
      return;
    using Limits = std::numeric_limits<T>;
    Lanes<T> a{}, b{};
    readLanes(wave, instruction, 0, instruction.operands[1], a);
    readLanes(wave, instruction, 1, instruction.operands[2], b);
    for (uint32_t i = 0; i < wave.lanes(); ++i) {
      I64 exact = Function{}(I64(a[i]), I64(b[i]));
      if (instruction.modifiers.clamps)
        exact = std::clamp(exact, I64(Limits::min()), I64(Limits::max()));
      a[i] = static_cast<T>(exact);
    }
    writeValues(wave, instruction, instruction.operands[0], a);
  };
}

/// v_add, v_sub and v_subrev of a type with the names of gfx9 and gfx11.
template <class T> void addSaturatingRows(InstructionTable &table, const std::string &type) {
  for (const std::string suffix : {"_", "_nc_"}) {
    table["v_add" + suffix + type] = saturating<T>([](I64 a, I64 b) { return a + b; });
    table["v_sub" + suffix + type] = saturating<T>([](I64 a, I64 b) { return a - b; });
    table["v_subrev" + suffix + type] = saturating<T>([](I64 a, I64 b) { return b - a; });
  }
}

void addSumRows(InstructionTable &table) {
  addSaturatingRows<U32>(table, "u32");
  addSaturatingRows<I32>(table, "i32");
  addSaturatingRows<U16>(table, "u16");
  addSaturatingRows<I16>(table, "i16");
  table["v_add3_u32"] = lanewise([](U32 a, U32 b, U32 c) { return a + b + c; });
  table["v_sad_u32"] = lanewise([](U32 a, U32 b, U32 c) { return (a > b ? a - b : b - a) + c; });
}

void addProductRows(InstructionTable &table) {
  table["v_mul_lo_u32"] = lanewise([](U32 a, U32 b) { return a * b; });
  table["v_mul_hi_u32"] = lanewise([](U32 a, U32 b) { return U32(U64(a) * b >> 32); });
  table["v_mul_hi_i32"] = lanewise([](I32 a, I32 b) { return I32(I64(a) * b >> 32); });
  table["v_mul_lo_u16"] = lanewise([](U16 a, U16 b) { return U16(U32(a) * b); });
  table["v_mul_u32_u24"] =
      lanewise([](U32 a, U32 b) { return U32(U64(unsigned24(a)) * unsigned24(b)); });
  table["v_mul_hi_u32_u24"] =
      lanewise([](U32 a, U32 b) { return U32(U64(unsigned24(a)) * unsigned24(b) >> 32); });
  table["v_mul_i32_i24"] =
      lanewise([](U32 a, U32 b) { return U32(I64(signed24(a)) * signed24(b)); });
  table["v_mul_hi_i32_i24"] =
      lanewise([](U32 a, U32 b) { return U32(I64(signed24(a)) * signed24(b) >> 32); });
  table["v_mad_u32_u24"] =
      lanewise([](U32 a, U32 b, U32 c) { return U32(U64(unsigned24(a)) * unsigned24(b)) + c; });
  table["v_mad_i32_i24"] =
      lanewise([](U32 a, U32 b, U32 c) { return U32(I64(signed24(a)) * signed24(b)) + c; });
  for (const char *name : {"v_mad_u16", "v_mad_legacy_u16"})
    table[name] = lanewise([](U16 a, U16 b, U16 c) { return U16(U32(a) * b + c); });
  table["v_mad_i16"] = lanewise([](I16 a, I16 b, I16 c) { return I16(I32(a) * b + c); });
  table["v_mad_u32_u16"] = lanewise([](U16 a, U16 b, U32 c) { return U32(a) * b + c; });
  table["v_mad_i32_i16"] = lanewise([](I16 a, I16 b, U32 c) { return U32(I32(a) * b) + c; });
}

template <class T> void addExtrema(InstructionTable &table, const std::string &type) {
  table["v_min_" + type] = lanewise([](T a, T b) { return std::min(a, b); });
  table["v_max_" + type] = lanewise([](T a, T b) { return std::max(a, b); });
  table["v_min3_" + type] = lanewise([](T a, T b, T c) { return std::min(std::min(a, b), c); });
  table["v_max3_" + type] = lanewise([](T a, T b, T c) { return std::max(std::max(a, b), c); });
  table["v_med3_" + type] = lanewise([](T a, T b, T c) { return medianOf(a, b, c); });
  table["v_maxmin_" + type] = lanewise([](T a, T b, T c) { return std::min(std::max(a, b), c); });
  table["v_minmax_" + type] = lanewise([](T a, T b, T c) { return std::max(std::min(a, b), c); });
}

/// v_perm_b32: each byte of `selectors` selects a byte of a:b, a sign, 0 or 255.
U32 permuted(U32 a, U32 b, U32 selectors) {
  const U64 both = U64(a) << 32 | b;
  U32 result = 0;
  for (U32 i = 0; i < 4; ++i) {
    const U32 selector = selectors >> (8 * i) & 0xff;
    U32 byte = 0xff;
    if (selector < 8)
      byte = U32(both >> (8 * selector)) & 0xff;
    else if (selector < 12)
      byte = both >> (16 * (selector - 8) + 15) & 1 ? 0xff : 0;
    else if (selector == 12)
      byte = 0;
    result |= byte << (8 * i);
  }
  return result;
}

U32 reversedBits(U32 value) {
  U32 result = 0;
  for (int i = 0; i < 32; ++i)
    result |= (value >> i & 1) << (31 - i);
  return result;
}

void addBitRows(InstructionTable &table) {
  table["v_bfrev_b32"] = lanewise([](U32 a) { return reversedBits(a); });
  table["v_bcnt_u32_b32"] = lanewise([](U32 a, U32 b) { return U32(std::popcount(a)) + b; });
  for (const char *name : {"v_ffbl_b32", "v_ctz_i32_b32"})
    table[name] = lanewise([](U32 a) { return a ? std::countr_zero(a) : -1; });
  for (const char *name : {"v_ffbh_u32", "v_clz_i32_u32"})
    table[name] = lanewise([](U32 a) { return a ? std::countl_zero(a) : -1; });
  for (const char *name : {"v_ffbh_i32", "v_cls_i32"})
    table[name] = lanewise([](I32 a) {
      const auto folded = static_cast<U32>(a < 0 ? ~a : a);
      return folded ? std::countl_zero(folded) : -1;
    });
  table["v_perm_b32"] = lanewise([](U32 a, U32 b, U32 c) { return permuted(a, b, c); });
  table["v_pack_b32_f16"] = lanewise([](U16 a, U16 b) { return U32(a) | U32(b) << 16; });
}

} // namespace

void addVectorIntegers(InstructionTable &table) {
  addMovesAndLogic(table);
  addShiftRows(table);
  addSumRows(table);
  addProductRows(table);
  addExtrema<U32>(table, "u32");
  addExtrema<I32>(table, "i32");
  addExtrema<U16>(table, "u16");
  addExtrema<I16>(table, "i16");
  addBitRows(table);
}

} // namespace pstudio::test::amdgpu
