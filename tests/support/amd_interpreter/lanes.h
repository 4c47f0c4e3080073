// SPDX-License-Identifier: Apache-2.0
// Vector instructions from functions of one lane: operands with their modifiers are read for all
// lanes, results are written for the active lanes.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <tuple>
#include <type_traits>
#include <utility>

#include "tests/support/amd_interpreter/wave.h"

namespace pstudio::test::amdgpu {

using Half = _Float16;
inline constexpr uint32_t kMaxLanes = 64;
template <class T> using Lanes = std::array<T, kMaxLanes>;
template <size_t Bytes>
using WordOf =
    std::conditional_t<Bytes == 2, uint16_t, std::conditional_t<Bytes == 4, uint32_t, uint64_t>>;

template <class T>
inline constexpr bool kIsFloating = std::is_floating_point_v<T> || std::is_same_v<T, Half>;

/// True, after Wave::fail(), if a modifier that the interpreter does not have follows `operands`.
bool hasOtherModifier(Wave &wave, const Instruction &instruction, size_t operands);
/// The raw words of a source with the lane permutation of DPP and the selection of SDWA applied.
/// `source` is the number of the operand among the sources.
void readWords(Wave &wave, const Instruction &instruction, size_t source, const Operand &operand,
               Lanes<uint32_t> &low, Lanes<uint32_t> *high);
/// Float constants and 64-bit literals, whose bits depend on the type that reads them.
uint64_t constantBits(Wave &wave, const Operand &operand, size_t bytes, bool isFloating);
/// Active lanes that the row and bank mask of DPP and its unbounded lanes leave.
uint64_t writtenLanes(const Wave &wave, const Instruction &instruction);
/// Writes 32-bit words with the selection of SDWA, or halves of registers.
void writeWords(Wave &wave, const Instruction &instruction, const Operand &operand, uint32_t part,
                const Lanes<uint32_t> &words);
void writeHalves(Wave &wave, const Instruction &instruction, const Operand &operand,
                 const Lanes<uint16_t> &halves);

template <class T> T modified(const Operand &operand, T value) {
  if constexpr (kIsFloating<T>) {
    using Word = WordOf<sizeof(T)>;
    constexpr Word kSign = Word(Word(1) << (sizeof(T) * 8 - 1));
    Word bits = std::bit_cast<Word>(value);
    if (operand.isAbsolute)
      bits &= Word(~kSign);
    if (operand.isNegated)
      bits ^= kSign;
    return std::bit_cast<T>(bits);
  }
  return value;
}

/// All lanes of source number `source`.
template <class T>
void readLanes(Wave &wave, const Instruction &instruction, size_t source, const Operand &operand,
               Lanes<T> &to) {
  using Word = WordOf<sizeof(T) < 2 ? 2 : sizeof(T)>;
  const uint32_t lanes = wave.lanes();
  if (!operand.isVector()) {
    Word bits = Word(constantBits(wave, operand, sizeof(T), kIsFloating<T>));
    if constexpr (sizeof(T) == 2)
      if (operand.kind == Operand::Kind::Scalar && instruction.modifiers.select[source])
        bits = Word(wave.scalar32(operand) >> 16);
    to.fill(modified(operand, std::bit_cast<T>(bits)));
    return;
  }
  Lanes<uint32_t> low{};
  if constexpr (sizeof(T) == 8) {
    Lanes<uint32_t> high{};
    readWords(wave, instruction, source, operand, low, &high);
    for (uint32_t i = 0; i < lanes; ++i)
      to[i] = std::bit_cast<T>(low[i] | uint64_t(high[i]) << 32);
  } else {
    readWords(wave, instruction, source, operand, low, nullptr);
    const uint32_t shift =
        sizeof(T) == 2 && (instruction.modifiers.select[source] || operand.isHigh) ? 16 : 0;
    for (uint32_t i = 0; i < lanes; ++i)
      to[i] = std::bit_cast<T>(Word(low[i] >> shift));
  }
  if (operand.isAbsolute || operand.isNegated)
    for (uint32_t i = 0; i < lanes; ++i)
      to[i] = modified(operand, to[i]);
}

/// The result after `mul:`, `div:` and `clamp`.
template <class T> T outputOf(const Modifiers &modifiers, T value) {
  if constexpr (kIsFloating<T>) {
    if (modifiers.outputFactor != 1)
      value = T(value * T(modifiers.outputFactor));
    if (modifiers.clamps)
      value = !(value > T(0)) ? T(0) : value > T(1) ? T(1) : value;
  }
  return value;
}

/// Writes the values without `mul:`, `div:` and `clamp`.
template <class T>
void writeValues(Wave &wave, const Instruction &instruction, const Operand &operand,
                 const Lanes<T> &values) {
  if constexpr (sizeof(T) == 2) {
    writeHalves(wave, instruction, operand, std::bit_cast<Lanes<uint16_t>>(values));
  } else if constexpr (sizeof(T) == 4) {
    writeWords(wave, instruction, operand, 0, std::bit_cast<Lanes<uint32_t>>(values));
  } else {
    Lanes<uint32_t> low{}, high{};
    for (uint32_t i = 0; i < wave.lanes(); ++i) {
      const auto bits = std::bit_cast<uint64_t>(values[i]);
      low[i] = static_cast<uint32_t>(bits);
      high[i] = static_cast<uint32_t>(bits >> 32);
    }
    writeWords(wave, instruction, operand, 0, low);
    writeWords(wave, instruction, operand, 1, high);
  }
}

/// `clamp` of an integer fails: it needs the exact result.
template <class T>
void writeLanes(Wave &wave, const Instruction &instruction, const Operand &operand,
                Lanes<T> &values) {
  const Modifiers &modifiers = instruction.modifiers;
  if (!kIsFloating<T> && modifiers.clamps)
    return wave.fail("clamp of an integer result is not supported");
  if (modifiers.clamps || modifiers.outputFactor != 1)
    for (uint32_t i = 0; i < wave.lanes(); ++i)
      values[i] = outputOf(modifiers, values[i]);
  writeValues(wave, instruction, operand, values);
}

template <class Function> struct LaneFunction;
template <class Class, class Result, class... Sources>
struct LaneFunction<Result (Class::*)(Sources...) const> {
  /// Operand 0 is the destination, the others are the sources.
  template <class Function> static void execute(Wave &wave, const Instruction &instruction) {
    if (instruction.operands.size() < 1 + sizeof...(Sources))
      return wave.fail("fewer operands than expected");
    if (hasOtherModifier(wave, instruction, 1 + sizeof...(Sources)))
      return;
    std::tuple<Lanes<Sources>...> sources;
    [&]<size_t... Index>(std::index_sequence<Index...>) {
      (readLanes(wave, instruction, Index, instruction.operands[1 + Index],
                 std::get<Index>(sources)),
       ...);
      Lanes<Result> results{};
      for (uint32_t i = 0; i < wave.lanes(); ++i)
        results[i] = Function{}(std::get<Index>(sources)[i]...);
      writeLanes(wave, instruction, instruction.operands[0], results);
    }
    (std::index_sequence_for<Sources...>());
  }
  /// As execute(); the destination is the last source, too.
  template <class Function> static void accumulate(Wave &wave, const Instruction &instruction) {
    constexpr size_t kLast = sizeof...(Sources) - 1;
    if (instruction.operands.size() < 1 + kLast)
      return wave.fail("fewer operands than expected");
    if (hasOtherModifier(wave, instruction, 1 + kLast))
      return;
    std::tuple<Lanes<Sources>...> sources;
    [&]<size_t... Index>(std::index_sequence<Index...>) {
      (readLanes(wave, instruction, Index, instruction.operands[Index == kLast ? 0 : 1 + Index],
                 std::get<Index>(sources)),
       ...);
      Lanes<Result> results{};
      for (uint32_t i = 0; i < wave.lanes(); ++i)
        results[i] = Function{}(std::get<Index>(sources)[i]...);
      writeLanes(wave, instruction, instruction.operands[0], results);
    }
    (std::index_sequence_for<Sources...>());
  }
};

/// An instruction `name dst, src0, ...` from a function without captures of one lane's sources.
template <class Function> constexpr Execute lanewise(Function) {
  return &LaneFunction<decltype(&Function::operator())>::template execute<Function>;
}
/// An instruction whose destination is its last source, for example v_fmac_f32.
template <class Function> constexpr Execute accumulating(Function) {
  return &LaneFunction<decltype(&Function::operator())>::template accumulate<Function>;
}

} // namespace pstudio::test::amdgpu
