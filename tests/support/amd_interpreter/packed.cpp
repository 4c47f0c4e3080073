// SPDX-License-Identifier: Apache-2.0
// Packed instructions (VOP3P): two elements of 16 or 32 bits, dot products, mixed precision.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "tests/support/amd_interpreter/extrema.h"
#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

/// Element `half` of source `source` after op_sel, op_sel_hi, neg_lo and neg_hi.
template <class T>
void readElements(Wave &wave, const Instruction &instruction, size_t source, bool isHighResult,
                  Lanes<T> &to) {
  const Modifiers &modifiers = instruction.modifiers;
  const bool isHigh = isHighResult ? modifiers.selectHigh[source] : modifiers.select[source];
  const Operand &operand = instruction.operands[1 + source];
  using Word = WordOf<sizeof(T)>;
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    uint64_t bits = 0;
    if (operand.isVector()) {
      const uint32_t *lanes = wave.lanesOf(operand, sizeof(T) == 4 && isHigh);
      bits = lanes ? lanes[i] : 0;
    } else if (operand.kind == Operand::Kind::Scalar && sizeof(T) == 4) {
      bits = wave.scalar64(operand) >> (isHigh ? 32 : 0);
    } else {
      bits = constantBits(wave, operand, sizeof(T) == 4 ? 4 : 2, kIsFloating<T>);
    }
    to[i] = std::bit_cast<T>(Word(sizeof(T) == 2 && isHigh ? bits >> 16 : bits));
    if (isHighResult ? modifiers.negateHigh[source] : modifiers.negateLow[source])
      to[i] = T(-to[i]);
  }
}

/// The element of type T. `clamp` saturates integers whose exact value is known.
template <class T, class Exact>
T packedElement(Wave &wave, const Instruction &instruction, Exact exact) {
  if constexpr (!kIsFloating<T>) {
    using Limits = std::numeric_limits<T>;
    if (instruction.modifiers.clamps) {
      if constexpr (std::is_same_v<Exact, int64_t>)
        exact = std::clamp(exact, Exact(Limits::min()), Exact(Limits::max()));
      else
        wave.fail("clamp of an integer result is not supported");
    }
  }
  return outputOf(instruction.modifiers, T(exact));
}

template <class T, size_t kSources, class Function>
void packedLanes(Wave &wave, const Instruction &instruction) {
  if (instruction.operands.size() < 1 + kSources)
    return wave.fail("fewer operands than expected");
  if (hasOtherModifier(wave, instruction, 1 + kSources))
    return;
  std::array<Lanes<T>, 2> results{};
  for (const bool isHigh : {false, true}) {
    std::array<Lanes<T>, 3> sources{};
    for (size_t source = 0; source < kSources; ++source)
      readElements(wave, instruction, source, isHigh, sources[source]);
    for (uint32_t i = 0; i < wave.lanes(); ++i)
      results[isHigh][i] = packedElement<T>(
          wave, instruction, Function{}(sources[0][i], sources[1][i], sources[2][i]));
  }
  Lanes<uint32_t> low{}, high{};
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    using Word = WordOf<sizeof(T)>;
    const uint32_t first = std::bit_cast<Word>(results[0][i]);
    const uint32_t second = std::bit_cast<Word>(results[1][i]);
    low[i] = sizeof(T) == 2 ? first | second << 16 : first;
    high[i] = second;
  }
  writeWords(wave, instruction, instruction.operands[0], 0, low);
  if (sizeof(T) == 4)
    writeWords(wave, instruction, instruction.operands[0], 1, high);
}

template <class T, size_t kSources, class Function>
void addPackedRow(InstructionTable &table, const std::string &name, Function) {
  table[name] = &packedLanes<T, kSources, Function>;
}

void addPackedFloats(InstructionTable &table) {
  using F = float;
  addPackedRow<F, 3>(table, "v_pk_fma_f32", [](F a, F b, F c) { return std::fma(a, b, c); });
  addPackedRow<F, 2>(table, "v_pk_mul_f32", [](F a, F b, F) { return a * b; });
  addPackedRow<F, 2>(table, "v_pk_add_f32", [](F a, F b, F) { return a + b; });
  using H = Half;
  addPackedRow<H, 3>(table, "v_pk_fma_f16",
                     [](H a, H b, H c) { return H(std::fma(double(a), double(b), double(c))); });
  addPackedRow<H, 2>(table, "v_pk_mul_f16", [](H a, H b, H) { return H(a * b); });
  addPackedRow<H, 2>(table, "v_pk_add_f16", [](H a, H b, H) { return H(a + b); });
  addPackedRow<H, 2>(table, "v_pk_min_f16", [](H a, H b, H) { return smaller(a, b); });
  addPackedRow<H, 2>(table, "v_pk_max_f16", [](H a, H b, H) { return larger(a, b); });
}

template <class T> void addPackedIntegers(InstructionTable &table, const std::string &type) {
  addPackedRow<T, 2>(table, "v_pk_add_" + type, [](T a, T b, T) { return int64_t(a) + b; });
  addPackedRow<T, 2>(table, "v_pk_sub_" + type, [](T a, T b, T) { return int64_t(a) - b; });
  addPackedRow<T, 2>(table, "v_pk_min_" + type, [](T a, T b, T) { return std::min(a, b); });
  addPackedRow<T, 2>(table, "v_pk_max_" + type, [](T a, T b, T) { return std::max(a, b); });
  addPackedRow<T, 3>(table, "v_pk_mad_" + type, [](T a, T b, T c) { return int64_t(a) * b + c; });
}

void addPackedShifts(InstructionTable &table) {
  using U = uint16_t;
  using I = int16_t;
  addPackedRow<U, 2>(table, "v_pk_mul_lo_u16", [](U a, U b, U) { return U(uint32_t(a) * b); });
  addPackedRow<U, 2>(table, "v_pk_lshlrev_b16", [](U a, U b, U) { return U(b << (a & 15)); });
  addPackedRow<U, 2>(table, "v_pk_lshrrev_b16", [](U a, U b, U) { return U(b >> (a & 15)); });
  addPackedRow<I, 2>(table, "v_pk_ashrrev_i16", [](I a, I b, I) { return I(b >> (a & 15)); });
}

/// v_pk_mov_b32 takes its low element from the first and its high one from the second source.
void packedMove(Wave &wave, const Instruction &instruction) {
  Lanes<float> low{}, high{};
  readElements(wave, instruction, 0, false, low);
  const Modifiers &modifiers = instruction.modifiers;
  const Operand &operand = instruction.operands[2];
  Instruction second;
  second.operands = {operand, operand};
  second.modifiers.select[0] = modifiers.select[1];
  readElements(wave, second, 0, false, high);
  writeWords(wave, instruction, instruction.operands[0], 0, std::bit_cast<Lanes<uint32_t>>(low));
  writeWords(wave, instruction, instruction.operands[0], 1, std::bit_cast<Lanes<uint32_t>>(high));
}

/// The source of a v_fma_mix instruction: f32, or with op_sel_hi a half that op_sel selects.
void readMixed(Wave &wave, const Instruction &instruction, size_t source, Lanes<float> &to) {
  const Modifiers &modifiers = instruction.modifiers;
  Operand operand = instruction.operands[1 + source];
  operand.isAbsolute = modifiers.negateHigh[source] != 0 || operand.isAbsolute;
  operand.isNegated = modifiers.negateLow[source] != 0 || operand.isNegated;
  if (!modifiers.selectHigh[source]) {
    Instruction plain;
    return readLanes(wave, plain, 0, operand, to);
  }
  Lanes<Half> halves{};
  readLanes(wave, instruction, source, operand, halves);
  for (uint32_t i = 0; i < wave.lanes(); ++i)
    to[i] = float(halves[i]);
}

enum class MixedResult { Whole, Low, High };

template <MixedResult kResult> void fmaMixed(Wave &wave, const Instruction &instruction) {
  Lanes<float> a{}, b{}, c{};
  readMixed(wave, instruction, 0, a);
  readMixed(wave, instruction, 1, b);
  readMixed(wave, instruction, 2, c);
  const uint32_t *old = wave.lanesOf(instruction.operands[0]);
  if (!old)
    return;
  Lanes<uint32_t> words{};
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    const float sum = outputOf(instruction.modifiers, std::fma(a[i], b[i], c[i]));
    const uint32_t half = std::bit_cast<uint16_t>(Half(sum));
    words[i] = kResult == MixedResult::Whole ? std::bit_cast<uint32_t>(sum)
               : kResult == MixedResult::Low ? (old[i] & 0xffff0000) | half
                                             : (old[i] & 0xffff) | half << 16;
  }
  writeWords(wave, instruction, instruction.operands[0], 0, words);
}

Half halfOf(uint32_t word, int index) {
  return std::bit_cast<Half>(uint16_t(word >> (16 * index)));
}

/// `name dst, a, b, c` of sources whose elements have no modifiers.
template <class Function> constexpr Execute dotProduct(Function) {
  return [](Wave &wave, const Instruction &instruction) {
    const Modifiers &given = instruction.modifiers;
    const Modifiers plain;
    if (given.select != plain.select || given.selectHigh != plain.selectHigh ||
        given.negateLow != plain.negateLow || given.negateHigh != plain.negateHigh)
      return wave.fail("modifiers of the elements of a dot product are not supported");
    lanewise(Function{})(wave, instruction);
  };
}

void addDots(InstructionTable &table) {
  table["v_dot2_f32_f16"] = dotProduct([](uint32_t a, uint32_t b, float c) {
    return float(double(halfOf(a, 0)) * double(halfOf(b, 0)) +
                 double(halfOf(a, 1)) * double(halfOf(b, 1)) + double(c));
  });
  table["v_dot2c_f32_f16"] = accumulating([](uint32_t a, uint32_t b, float c) {
    return float(double(halfOf(a, 0)) * double(halfOf(b, 0)) +
                 double(halfOf(a, 1)) * double(halfOf(b, 1)) + double(c));
  });
  table["v_dot4_i32_i8"] = dotProduct([](uint32_t a, uint32_t b, uint32_t c) {
    for (int i = 0; i < 4; ++i)
      c += uint32_t(int32_t(int8_t(a >> (8 * i))) * int32_t(int8_t(b >> (8 * i))));
    return c;
  });
  table["v_dot4_u32_u8"] = dotProduct([](uint32_t a, uint32_t b, uint32_t c) {
    for (int i = 0; i < 4; ++i)
      c += (a >> (8 * i) & 0xff) * (b >> (8 * i) & 0xff);
    return c;
  });
}

} // namespace

void addPacked(InstructionTable &table) {
  addPackedFloats(table);
  addPackedIntegers<uint16_t>(table, "u16");
  addPackedIntegers<int16_t>(table, "i16");
  addPackedShifts(table);
  table["v_pk_mov_b32"] = &packedMove;
  for (const char *name : {"v_fma_mix_f32", "v_mad_mix_f32"})
    table[name] = &fmaMixed<MixedResult::Whole>;
  for (const char *name : {"v_fma_mixlo_f16", "v_mad_mixlo_f16"})
    table[name] = &fmaMixed<MixedResult::Low>;
  for (const char *name : {"v_fma_mixhi_f16", "v_mad_mixhi_f16"})
    table[name] = &fmaMixed<MixedResult::High>;
  addDots(table);
}

} // namespace pstudio::test::amdgpu
