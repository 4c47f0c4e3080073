// SPDX-License-Identifier: Apache-2.0
// Scalar arithmetic: SOP1, SOP2, SOPC, SOPK.
#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/wave.h"

namespace pstudio::test::amdgpu {
namespace {

template <class T> T readScalar(Wave &wave, const Operand &operand) {
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<T>(wave.scalar64(operand));
  else
    return std::bit_cast<T>(wave.scalar32(operand));
}

template <class T> void writeScalar(Wave &wave, const Operand &operand, T value) {
  if constexpr (sizeof(T) == 8)
    wave.setScalar64(operand, std::bit_cast<uint64_t>(value));
  else
    wave.setScalar32(operand, std::bit_cast<uint32_t>(value));
}

template <class Function> struct ScalarFunction;
template <class Class, class Result, class... Sources>
struct ScalarFunction<Result (Class::*)(bool &, Sources...) const> {
  /// The last sizeof...(Sources) operands are the sources; a result goes to operand 0.
  template <class Function> static void execute(Wave &wave, const Instruction &instruction) {
    constexpr size_t kFirst = std::is_void_v<Result> ? 0 : 1;
    if (instruction.operands.size() < kFirst + sizeof...(Sources))
      return wave.fail("fewer operands than expected");
    [&]<size_t... Index>(std::index_sequence<Index...>) {
      if constexpr (std::is_void_v<Result>) {
        Function{}(wave.scc, readScalar<Sources>(wave, instruction.operands[Index])...);
      } else {
        const Result result =
            Function{}(wave.scc, readScalar<Sources>(wave, instruction.operands[1 + Index])...);
        writeScalar(wave, instruction.operands[0], result);
      }
    }
    (std::index_sequence_for<Sources...>());
  }
};

template <class Function> constexpr Execute scalar(Function) {
  return &ScalarFunction<decltype(&Function::operator())>::template execute<Function>;
}

/// SOPK: the destination is the first source, the second is a signed constant of 16 bits.
template <class Function> constexpr Execute withConstant(Function) {
  return [](Wave &wave, const Instruction &instruction) {
    const auto constant = static_cast<int16_t>(instruction.operands[1].integer);
    const uint32_t old = wave.scalar32(instruction.operands[0]);
    wave.setScalar32(instruction.operands[0], Function{}(wave.scc, old, int32_t(constant)));
  };
}
template <class Function> constexpr Execute compareWithConstant(Function) {
  return [](Wave &wave, const Instruction &instruction) {
    const int64_t constant = instruction.operands[1].integer;
    wave.scc = Function{}(wave.scalar32(instruction.operands[0]), constant);
  };
}
/// s_and_saveexec and its like: the old mask to the destination, `Function(source, old)` to EXEC.
template <class Function, bool kIsWide> void saveExec(Wave &wave, const Instruction &instruction) {
  const uint64_t old = kIsWide ? wave.wide(kExec) : wave.scalars[kExec];
  const uint64_t source =
      kIsWide ? wave.scalar64(instruction.operands[1]) : wave.scalar32(instruction.operands[1]);
  uint64_t next = Function{}(source, old);
  if (kIsWide) {
    wave.setScalar64(instruction.operands[0], old);
    wave.setWide(kExec, next);
  } else {
    next = static_cast<uint32_t>(next);
    wave.setScalar32(instruction.operands[0], static_cast<uint32_t>(old));
    wave.scalars[kExec] = static_cast<uint32_t>(next);
  }
  wave.scc = next != 0;
}

template <class T> T absoluteDifference(T a, T b) {
  return a > b ? a - b : b - a;
}

template <class Function>
void addLogic(InstructionTable &table, const std::string &name, Function) {
  table["s_" + name + "_b32"] = scalar([](bool &scc, uint32_t a, uint32_t b) {
    const auto result = static_cast<uint32_t>(Function{}(uint64_t(a), uint64_t(b)));
    scc = result != 0;
    return result;
  });
  table["s_" + name + "_b64"] = scalar([](bool &scc, uint64_t a, uint64_t b) {
    const uint64_t result = Function{}(a, b);
    scc = result != 0;
    return result;
  });
  table["s_" + name + "_saveexec_b32"] = &saveExec<Function, false>;
  table["s_" + name + "_saveexec_b64"] = &saveExec<Function, true>;
}

void addLogicRows(InstructionTable &table) {
  using Word = uint64_t;
  addLogic(table, "and", [](Word a, Word b) { return a & b; });
  addLogic(table, "or", [](Word a, Word b) { return a | b; });
  addLogic(table, "xor", [](Word a, Word b) { return a ^ b; });
  addLogic(table, "nand", [](Word a, Word b) { return ~(a & b); });
  addLogic(table, "nor", [](Word a, Word b) { return ~(a | b); });
  addLogic(table, "xnor", [](Word a, Word b) { return ~(a ^ b); });
  // saveexec: D = EXEC; EXEC = S0 & ~EXEC for and_not1 (andn2), ~S0 & EXEC for and_not0 (andn1).
  addLogic(table, "and_not1", [](Word a, Word b) { return a & ~b; });
  addLogic(table, "andn2", [](Word a, Word b) { return a & ~b; });
  addLogic(table, "or_not1", [](Word a, Word b) { return a | ~b; });
  addLogic(table, "orn2", [](Word a, Word b) { return a | ~b; });
  addLogic(table, "and_not0", [](Word a, Word b) { return ~a & b; });
  addLogic(table, "andn1", [](Word a, Word b) { return ~a & b; });
  addLogic(table, "or_not0", [](Word a, Word b) { return ~a | b; });
  addLogic(table, "orn1", [](Word a, Word b) { return ~a | b; });
}

void addSums(InstructionTable &table) {
  table["s_add_u32"] = scalar([](bool &scc, uint32_t a, uint32_t b) {
    scc = (uint64_t(a) + b) >> 32;
    return a + b;
  });
  table["s_addc_u32"] = scalar([](bool &scc, uint32_t a, uint32_t b) {
    const uint64_t sum = uint64_t(a) + b + scc;
    scc = sum >> 32;
    return static_cast<uint32_t>(sum);
  });
  table["s_sub_u32"] = scalar([](bool &scc, uint32_t a, uint32_t b) {
    scc = b > a;
    return a - b;
  });
  table["s_subb_u32"] = scalar([](bool &scc, uint32_t a, uint32_t b) {
    const uint64_t taken = uint64_t(b) + scc;
    scc = taken > a;
    return static_cast<uint32_t>(a - taken);
  });
  table["s_add_i32"] = scalar([](bool &scc, int32_t a, int32_t b) {
    int32_t sum = 0;
    scc = __builtin_add_overflow(a, b, &sum);
    return sum;
  });
  table["s_sub_i32"] = scalar([](bool &scc, int32_t a, int32_t b) {
    int32_t difference = 0;
    scc = __builtin_sub_overflow(a, b, &difference);
    return difference;
  });
  table["s_addk_i32"] = withConstant([](bool &scc, uint32_t a, int32_t b) {
    int32_t sum = 0;
    scc = __builtin_add_overflow(static_cast<int32_t>(a), b, &sum);
    return static_cast<uint32_t>(sum);
  });
  table["s_mulk_i32"] =
      withConstant([](bool &, uint32_t a, int32_t b) { return a * static_cast<uint32_t>(b); });
  table["s_mul_i32"] = scalar([](bool &, uint32_t a, uint32_t b) { return a * b; });
  table["s_mul_hi_u32"] = scalar(
      [](bool &, uint32_t a, uint32_t b) { return static_cast<uint32_t>(uint64_t(a) * b >> 32); });
  table["s_mul_hi_i32"] = scalar(
      [](bool &, int32_t a, int32_t b) { return static_cast<int32_t>(int64_t(a) * b >> 32); });
  table["s_absdiff_i32"] = scalar([](bool &scc, int32_t a, int32_t b) {
    const auto result = static_cast<uint32_t>(absoluteDifference<int64_t>(a, b));
    scc = result != 0;
    return result;
  });
  table["s_abs_i32"] = scalar([](bool &scc, int32_t a) {
    const uint32_t result = a < 0 ? 0u - static_cast<uint32_t>(a) : static_cast<uint32_t>(a);
    scc = result != 0;
    return result;
  });
}

template <int kShift> constexpr Execute shiftedSum() {
  return scalar([](bool &scc, uint32_t a, uint32_t b) {
    const uint64_t sum = (uint64_t(a) << kShift) + b;
    scc = sum >> 32;
    return static_cast<uint32_t>(sum);
  });
}

void addShifts(InstructionTable &table) {
  table["s_lshl_b32"] = scalar([](bool &scc, uint32_t a, uint32_t b) {
    const uint32_t result = a << (b & 31);
    scc = result != 0;
    return result;
  });
  table["s_lshr_b32"] = scalar([](bool &scc, uint32_t a, uint32_t b) {
    const uint32_t result = a >> (b & 31);
    scc = result != 0;
    return result;
  });
  table["s_ashr_i32"] = scalar([](bool &scc, int32_t a, uint32_t b) {
    const int32_t result = a >> (b & 31);
    scc = result != 0;
    return result;
  });
  table["s_lshl_b64"] = scalar([](bool &scc, uint64_t a, uint32_t b) {
    const uint64_t result = a << (b & 63);
    scc = result != 0;
    return result;
  });
  table["s_lshr_b64"] = scalar([](bool &scc, uint64_t a, uint32_t b) {
    const uint64_t result = a >> (b & 63);
    scc = result != 0;
    return result;
  });
  table["s_ashr_i64"] = scalar([](bool &scc, int64_t a, uint32_t b) {
    const int64_t result = a >> (b & 63);
    scc = result != 0;
    return result;
  });
  table["s_lshl1_add_u32"] = shiftedSum<1>();
  table["s_lshl2_add_u32"] = shiftedSum<2>();
  table["s_lshl3_add_u32"] = shiftedSum<3>();
  table["s_lshl4_add_u32"] = shiftedSum<4>();
}

/// The bit field of `source` that bits 0 to 5 (offset) and 16 to 22 (width) of `field` select.
uint64_t bitField(uint64_t source, uint32_t field, uint32_t bits, bool isSigned) {
  const uint32_t offset = field & (bits - 1);
  const uint32_t width = std::min(field >> 16 & 0x7f, bits);
  if (width == 0)
    return 0;
  const uint32_t used = std::min(width, bits - offset);
  const uint64_t value = source >> offset & (used == 64 ? ~uint64_t(0) : (uint64_t(1) << used) - 1);
  const bool isNegative = isSigned && (value >> (used - 1) & 1);
  return isNegative && used < 64 ? value | ~uint64_t(0) << used : value;
}

void addFields(InstructionTable &table) {
  table["s_bfe_u32"] = scalar([](bool &scc, uint32_t a, uint32_t b) {
    const auto result = static_cast<uint32_t>(bitField(a, b, 32, false));
    scc = result != 0;
    return result;
  });
  table["s_bfe_i32"] = scalar([](bool &scc, uint32_t a, uint32_t b) {
    const auto result = static_cast<uint32_t>(bitField(a, b, 32, true));
    scc = result != 0;
    return result;
  });
  table["s_bfe_u64"] = scalar([](bool &scc, uint64_t a, uint32_t b) {
    const uint64_t result = bitField(a, b, 64, false);
    scc = result != 0;
    return result;
  });
  table["s_bfe_i64"] = scalar([](bool &scc, uint64_t a, uint32_t b) {
    const uint64_t result = bitField(a, b, 64, true);
    scc = result != 0;
    return result;
  });
  table["s_bfm_b32"] =
      scalar([](bool &, uint32_t a, uint32_t b) { return ((1u << (a & 31)) - 1) << (b & 31); });
  table["s_bfm_b64"] = scalar(
      [](bool &, uint32_t a, uint32_t b) { return ((uint64_t(1) << (a & 63)) - 1) << (b & 63); });
  table["s_pack_ll_b32_b16"] =
      scalar([](bool &, uint32_t a, uint32_t b) { return (a & 0xffff) | b << 16; });
  table["s_pack_lh_b32_b16"] =
      scalar([](bool &, uint32_t a, uint32_t b) { return (a & 0xffff) | (b & 0xffff0000); });
  table["s_pack_hh_b32_b16"] =
      scalar([](bool &, uint32_t a, uint32_t b) { return a >> 16 | (b & 0xffff0000); });
  table["s_pack_hl_b32_b16"] =
      scalar([](bool &, uint32_t a, uint32_t b) { return a >> 16 | b << 16; });
  table["s_sext_i32_i8"] =
      scalar([](bool &, uint32_t a) { return int32_t(static_cast<int8_t>(a)); });
  table["s_sext_i32_i16"] =
      scalar([](bool &, uint32_t a) { return int32_t(static_cast<int16_t>(a)); });
}

uint64_t reversed(uint64_t value, int bits) {
  uint64_t result = 0;
  for (int i = 0; i < bits; ++i)
    result |= (value >> i & 1) << (bits - 1 - i);
  return result;
}

void addBits(InstructionTable &table) {
  table["s_not_b32"] = scalar([](bool &scc, uint32_t a) {
    scc = ~a != 0;
    return ~a;
  });
  table["s_not_b64"] = scalar([](bool &scc, uint64_t a) {
    scc = ~a != 0;
    return ~a;
  });
  table["s_brev_b32"] =
      scalar([](bool &, uint32_t a) { return static_cast<uint32_t>(reversed(a, 32)); });
  table["s_brev_b64"] = scalar([](bool &, uint64_t a) { return reversed(a, 64); });
  table["s_bcnt1_i32_b32"] = scalar([](bool &scc, uint32_t a) {
    const auto result = static_cast<uint32_t>(std::popcount(a));
    scc = result != 0;
    return result;
  });
  table["s_bcnt1_i32_b64"] = scalar([](bool &scc, uint64_t a) {
    const auto result = static_cast<uint32_t>(std::popcount(a));
    scc = result != 0;
    return result;
  });
  table["s_bcnt0_i32_b32"] = scalar([](bool &scc, uint32_t a) {
    const auto result = static_cast<uint32_t>(std::popcount(~a));
    scc = result != 0;
    return result;
  });
  for (const char *name : {"s_ff1_i32_b32", "s_ctz_i32_b32"})
    table[name] = scalar([](bool &, uint32_t a) { return a ? std::countr_zero(a) : -1; });
  for (const char *name : {"s_ff1_i32_b64", "s_ctz_i32_b64"})
    table[name] = scalar([](bool &, uint64_t a) { return a ? std::countr_zero(a) : -1; });
  for (const char *name : {"s_flbit_i32_b32", "s_clz_i32_u32"})
    table[name] = scalar([](bool &, uint32_t a) { return a ? std::countl_zero(a) : -1; });
  for (const char *name : {"s_flbit_i32_b64", "s_clz_i32_u64"})
    table[name] = scalar([](bool &, uint64_t a) { return a ? std::countl_zero(a) : -1; });
  for (const char *name : {"s_flbit_i32", "s_cls_i32"})
    table[name] = scalar([](bool &, int32_t a) {
      const auto folded = static_cast<uint32_t>(a < 0 ? ~a : a);
      return folded ? std::countl_zero(folded) : -1;
    });
  table["s_bitset1_b32"] = [](Wave &wave, const Instruction &instruction) {
    const uint32_t old = wave.scalar32(instruction.operands[0]);
    wave.setScalar32(instruction.operands[0],
                     old | 1u << (wave.scalar32(instruction.operands[1]) & 31));
  };
  table["s_bitset0_b32"] = [](Wave &wave, const Instruction &instruction) {
    const uint32_t old = wave.scalar32(instruction.operands[0]);
    wave.setScalar32(instruction.operands[0],
                     old & ~(1u << (wave.scalar32(instruction.operands[1]) & 31)));
  };
}

void addMoves(InstructionTable &table) {
  table["s_mov_b32"] = scalar([](bool &, uint32_t a) { return a; });
  table["s_mov_b64"] = scalar([](bool &, uint64_t a) { return a; });
  table["s_movk_i32"] = [](Wave &wave, const Instruction &instruction) {
    const auto constant = static_cast<int16_t>(instruction.operands[1].integer);
    wave.setScalar32(instruction.operands[0], static_cast<uint32_t>(int32_t(constant)));
  };
  table["s_cselect_b32"] = scalar([](bool &scc, uint32_t a, uint32_t b) { return scc ? a : b; });
  table["s_cselect_b64"] = scalar([](bool &scc, uint64_t a, uint64_t b) { return scc ? a : b; });
  table["s_cmov_b32"] = [](Wave &wave, const Instruction &instruction) {
    if (wave.scc)
      wave.setScalar32(instruction.operands[0], wave.scalar32(instruction.operands[1]));
  };
  table["s_cmov_b64"] = [](Wave &wave, const Instruction &instruction) {
    if (wave.scc)
      wave.setScalar64(instruction.operands[0], wave.scalar64(instruction.operands[1]));
  };
}

template <class T, class Function>
void addExtremum(InstructionTable &table, const char *name, Function) {
  table[name] = scalar([](bool &scc, T a, T b) {
    scc = Function{}(a, b);
    return scc ? a : b;
  });
}

template <class Function>
void addCompare(InstructionTable &table, const std::string &name, Function) {
  table["s_cmp_" + name + "_i32"] =
      scalar([](bool &scc, int32_t a, int32_t b) { scc = Function{}(int64_t(a), int64_t(b)); });
  table["s_cmp_" + name + "_u32"] =
      scalar([](bool &scc, uint32_t a, uint32_t b) { scc = Function{}(int64_t(a), int64_t(b)); });
  table["s_cmpk_" + name + "_i32"] = compareWithConstant([](uint32_t a, int64_t b) {
    return Function{}(int64_t(static_cast<int32_t>(a)), int64_t(static_cast<int16_t>(b)));
  });
  table["s_cmpk_" + name + "_u32"] = compareWithConstant([](uint32_t a, int64_t b) {
    return Function{}(int64_t(a), int64_t(static_cast<uint16_t>(b)));
  });
}

void addCompareRows(InstructionTable &table) {
  addCompare(table, "eq", [](int64_t a, int64_t b) { return a == b; });
  addCompare(table, "lg", [](int64_t a, int64_t b) { return a != b; });
  addCompare(table, "gt", [](int64_t a, int64_t b) { return a > b; });
  addCompare(table, "ge", [](int64_t a, int64_t b) { return a >= b; });
  addCompare(table, "lt", [](int64_t a, int64_t b) { return a < b; });
  addCompare(table, "le", [](int64_t a, int64_t b) { return a <= b; });
  table["s_cmp_eq_u64"] = scalar([](bool &scc, uint64_t a, uint64_t b) { scc = a == b; });
  table["s_cmp_lg_u64"] = scalar([](bool &scc, uint64_t a, uint64_t b) { scc = a != b; });
  table["s_bitcmp1_b32"] =
      scalar([](bool &scc, uint32_t a, uint32_t b) { scc = a >> (b & 31) & 1; });
  table["s_bitcmp0_b32"] =
      scalar([](bool &scc, uint32_t a, uint32_t b) { scc = !(a >> (b & 31) & 1); });
  table["s_bitcmp1_b64"] =
      scalar([](bool &scc, uint64_t a, uint32_t b) { scc = a >> (b & 63) & 1; });
  table["s_bitcmp0_b64"] =
      scalar([](bool &scc, uint64_t a, uint32_t b) { scc = !(a >> (b & 63) & 1); });
  addExtremum<uint32_t>(table, "s_min_u32", [](uint32_t a, uint32_t b) { return a < b; });
  addExtremum<uint32_t>(table, "s_max_u32", [](uint32_t a, uint32_t b) { return a > b; });
  addExtremum<int32_t>(table, "s_min_i32", [](int32_t a, int32_t b) { return a < b; });
  addExtremum<int32_t>(table, "s_max_i32", [](int32_t a, int32_t b) { return a > b; });
}

} // namespace

void addScalar(InstructionTable &table) {
  addLogicRows(table);
  addSums(table);
  addShifts(table);
  addFields(table);
  addBits(table);
  addMoves(table);
  addCompareRows(table);
}

} // namespace pstudio::test::amdgpu
