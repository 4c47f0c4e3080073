// SPDX-License-Identifier: Apache-2.0
// Comparisons of lanes: v_cmp and v_cmpx.
#include <cmath>
#include <string>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

/// The last two operands are the sources; before them is a mask, except for v_cmpx from gfx10 on.
template <class A, class B, class Function, bool kSetsExec>
void compareLanes(Wave &wave, const Instruction &instruction) {
  const size_t count = instruction.operands.size();
  if (count < 2)
    return wave.fail("fewer operands than expected");
  Lanes<A> a{};
  Lanes<B> b{};
  readLanes(wave, instruction, 0, instruction.operands[count - 2], a);
  readLanes(wave, instruction, 1, instruction.operands[count - 1], b);
  uint64_t mask = 0;
  for (uint32_t i = 0; i < wave.lanes(); ++i)
    mask |= uint64_t(Function{}(a[i], b[i])) << i;
  mask &= wave.exec();
  if (count > 2 && instruction.operands[0].kind == Operand::Kind::Scalar)
    wave.setMask(instruction.operands[0].index, mask);
  if (kSetsExec)
    wave.setMask(kExec, mask);
}

template <class T, class Function>
void addRelation(InstructionTable &table, const std::string &name, const std::string &type,
                 Function) {
  table["v_cmp_" + name + "_" + type] = &compareLanes<T, T, Function, false>;
  table["v_cmpx_" + name + "_" + type] = &compareLanes<T, T, Function, true>;
}

template <class T> void addIntegerRelations(InstructionTable &table, const std::string &type) {
  addRelation<T>(table, "f", type, [](T, T) { return false; });
  addRelation<T>(table, "lt", type, [](T a, T b) { return a < b; });
  addRelation<T>(table, "eq", type, [](T a, T b) { return a == b; });
  addRelation<T>(table, "le", type, [](T a, T b) { return a <= b; });
  addRelation<T>(table, "gt", type, [](T a, T b) { return a > b; });
  addRelation<T>(table, "ne", type, [](T a, T b) { return a != b; });
  addRelation<T>(table, "ge", type, [](T a, T b) { return a >= b; });
  addRelation<T>(table, "t", type, [](T, T) { return true; });
}

template <class T> void addFloatRelations(InstructionTable &table, const std::string &type) {
  addRelation<T>(table, "f", type, [](T, T) { return false; });
  addRelation<T>(table, "lt", type, [](T a, T b) { return a < b; });
  addRelation<T>(table, "eq", type, [](T a, T b) { return a == b; });
  addRelation<T>(table, "le", type, [](T a, T b) { return a <= b; });
  addRelation<T>(table, "gt", type, [](T a, T b) { return a > b; });
  addRelation<T>(table, "lg", type, [](T a, T b) { return a < b || a > b; });
  addRelation<T>(table, "ge", type, [](T a, T b) { return a >= b; });
  addRelation<T>(table, "o", type, [](T a, T b) { return a == a && b == b; });
  addRelation<T>(table, "u", type, [](T a, T b) { return a != a || b != b; });
  addRelation<T>(table, "nge", type, [](T a, T b) { return !(a >= b); });
  addRelation<T>(table, "nlg", type, [](T a, T b) { return !(a < b || a > b); });
  addRelation<T>(table, "ngt", type, [](T a, T b) { return !(a > b); });
  addRelation<T>(table, "nle", type, [](T a, T b) { return !(a <= b); });
  addRelation<T>(table, "neq", type, [](T a, T b) { return !(a == b); });
  addRelation<T>(table, "nlt", type, [](T a, T b) { return !(a < b); });
  addRelation<T>(table, "tru", type, [](T, T) { return true; });
  addRelation<T>(table, "t", type, [](T, T) { return true; });
}

/// The bit of v_cmp_class for a value: signalling and quiet NaN, then -inf, -normal, -denormal, -0,
/// +0, +denormal, +normal, +inf.
template <class T> int classOf(T value) {
  using Word = WordOf<sizeof(T)>;
  constexpr int kFraction = sizeof(T) == 2 ? 10 : sizeof(T) == 4 ? 23 : 52;
  const Word bits = std::bit_cast<Word>(value);
  const bool isNegative = bits >> (sizeof(T) * 8 - 1) & 1;
  const Word fraction = bits & ((Word(1) << kFraction) - 1);
  const Word exponent = Word(Word(bits << 1) >> (kFraction + 1));
  const Word last = Word((Word(1) << (sizeof(T) * 8 - 1 - kFraction)) - 1);
  if (exponent == last && fraction != 0)
    return fraction >> (kFraction - 1) & 1 ? 1 : 0;
  const int size = exponent == last ? 3 : exponent != 0 ? 2 : fraction != 0 ? 1 : 0;
  return isNegative ? 5 - size : 6 + size;
}

template <class T> void addClass(InstructionTable &table, const std::string &type) {
  const auto is = [](T value, uint32_t classes) { return classes >> classOf(value) & 1; };
  table["v_cmp_class_" + type] = &compareLanes<T, uint32_t, decltype(is), false>;
  table["v_cmpx_class_" + type] = &compareLanes<T, uint32_t, decltype(is), true>;
}

} // namespace

void addCompares(InstructionTable &table) {
  addIntegerRelations<int16_t>(table, "i16");
  addIntegerRelations<uint16_t>(table, "u16");
  addIntegerRelations<int32_t>(table, "i32");
  addIntegerRelations<uint32_t>(table, "u32");
  addIntegerRelations<int64_t>(table, "i64");
  addIntegerRelations<uint64_t>(table, "u64");
  addFloatRelations<Half>(table, "f16");
  addFloatRelations<float>(table, "f32");
  addFloatRelations<double>(table, "f64");
  addClass<Half>(table, "f16");
  addClass<float>(table, "f32");
  addClass<double>(table, "f64");
}

} // namespace pstudio::test::amdgpu
