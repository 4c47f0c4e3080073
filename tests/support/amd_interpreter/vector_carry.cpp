// SPDX-License-Identifier: Apache-2.0
// Instructions of lanes that read or write a mask of lanes: sums with carries, selections, wide
// products.
#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

struct SumAndCarry {
  uint32_t sum;
  bool carry;
};

SumAndCarry sumOf(uint32_t a, uint32_t b, bool carry) {
  const uint64_t sum = uint64_t(a) + b + carry;
  return {static_cast<uint32_t>(sum), sum >> 32 != 0};
}
SumAndCarry differenceOf(uint32_t a, uint32_t b, bool borrow) {
  const uint64_t taken = uint64_t(b) + borrow;
  return {static_cast<uint32_t>(a - taken), taken > a};
}

/// Writes the bits of the active lanes; the bits of all others are 0.
void writeMask(Wave &wave, const Operand &operand, uint64_t mask) {
  if (operand.kind != Operand::Kind::Scalar)
    return wave.fail("the mask is no scalar register");
  wave.setMask(operand.index, mask & wave.exec());
}

uint64_t readMask(Wave &wave, const Operand &operand) {
  if (operand.kind == Operand::Kind::Scalar && operand.index < kScc)
    return wave.mask(operand.index);
  return wave.scalar64(operand);
}

/// `name dst, carryOut, a, b[, carryIn]`.
template <class Function> constexpr Execute withCarry(Function) {
  return [](Wave &wave, const Instruction &instruction) {
    Lanes<uint32_t> a{}, b{}, sums{};
    readLanes(wave, instruction, 0, instruction.operands[2], a);
    readLanes(wave, instruction, 1, instruction.operands[3], b);
    const Operand *carryIn = instruction.operand(4);
    const uint64_t carries = carryIn ? readMask(wave, *carryIn) : 0;
    uint64_t out = 0;
    for (uint32_t i = 0; i < wave.lanes(); ++i) {
      const SumAndCarry result = Function{}(a[i], b[i], carries >> i & 1);
      sums[i] = result.sum;
      out |= uint64_t(result.carry) << i;
    }
    writeLanes(wave, instruction, instruction.operands[0], sums);
    writeMask(wave, instruction.operands[1], out);
  };
}

/// `v_cndmask_b32 dst, a, b, mask`; the mask of a pair's half is VCC.
template <class T> void select(Wave &wave, const Instruction &instruction) {
  if (hasOtherModifier(wave, instruction, 4))
    return;
  Lanes<T> a{}, b{};
  readLanes(wave, instruction, 0, instruction.operands[1], a);
  readLanes(wave, instruction, 1, instruction.operands[2], b);
  const Operand *operand = instruction.operand(3);
  const uint64_t mask = operand ? readMask(wave, *operand) : wave.mask(kVcc);
  for (uint32_t i = 0; i < wave.lanes(); ++i)
    a[i] = mask >> i & 1 ? b[i] : a[i];
  writeLanes(wave, instruction, instruction.operands[0], a);
}

/// `v_mad_u64_u32 dst, carryOut, a, b, c`.
template <class Narrow, class Wide> void wideProduct(Wave &wave, const Instruction &instruction) {
  if (hasOtherModifier(wave, instruction, 5))
    return;
  Lanes<Narrow> a{}, b{};
  Lanes<Wide> c{};
  readLanes(wave, instruction, 0, instruction.operands[2], a);
  readLanes(wave, instruction, 1, instruction.operands[3], b);
  readLanes(wave, instruction, 2, instruction.operands[4], c);
  uint64_t out = 0;
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    const Wide product = Wide(a[i]) * Wide(b[i]);
    Wide sum = 0;
    out |= uint64_t(__builtin_add_overflow(product, c[i], &sum)) << i;
    c[i] = sum;
  }
  writeLanes(wave, instruction, instruction.operands[0], c);
  writeMask(wave, instruction.operands[1], out);
}

} // namespace

void addCarries(InstructionTable &table) {
  using Word = uint32_t;
  const Execute sum = withCarry([](Word a, Word b, bool carry) { return sumOf(a, b, carry); });
  const Execute difference =
      withCarry([](Word a, Word b, bool carry) { return differenceOf(a, b, carry); });
  const Execute reversed =
      withCarry([](Word a, Word b, bool carry) { return differenceOf(b, a, carry); });
  for (const char *name : {"v_add_co_u32", "v_addc_co_u32", "v_add_co_ci_u32"})
    table[name] = sum;
  for (const char *name : {"v_sub_co_u32", "v_subb_co_u32", "v_sub_co_ci_u32"})
    table[name] = difference;
  for (const char *name : {"v_subrev_co_u32", "v_subbrev_co_u32", "v_subrev_co_ci_u32"})
    table[name] = reversed;
  // Read as float, because the sources may have neg and abs.
  table["v_cndmask_b32"] = &select<float>;
  table["v_cndmask_b16"] = &select<Half>;
  table["v_mad_u64_u32"] = &wideProduct<uint32_t, uint64_t>;
  table["v_mad_i64_i32"] = &wideProduct<int32_t, int64_t>;
}

} // namespace pstudio::test::amdgpu
