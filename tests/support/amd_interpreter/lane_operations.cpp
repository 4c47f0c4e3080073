// SPDX-License-Identifier: Apache-2.0
// Instructions across lanes, without those of the local data share.
#include <bit>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/lanes.h"

namespace pstudio::test::amdgpu {
namespace {

/// The value of one lane of an operand that may be scalar.
uint32_t valueOfLane(Wave &wave, const Operand &operand, uint32_t lane) {
  if (!operand.isVector())
    return wave.scalar32(operand);
  const uint32_t *lanes = wave.lanesOf(operand);
  return lanes ? lanes[lane] : 0;
}

void readFirstLane(Wave &wave, const Instruction &instruction) {
  const uint64_t exec = wave.exec();
  const auto lane = static_cast<uint32_t>(exec == 0 ? 0 : std::countr_zero(exec));
  wave.setScalar32(instruction.operands[0], valueOfLane(wave, instruction.operands[1], lane));
}

void readLane(Wave &wave, const Instruction &instruction) {
  const uint32_t lane = wave.scalar32(instruction.operands[2]) & (wave.lanes() - 1);
  wave.setScalar32(instruction.operands[0], valueOfLane(wave, instruction.operands[1], lane));
}

void writeLane(Wave &wave, const Instruction &instruction) {
  const uint32_t lane = wave.scalar32(instruction.operands[2]) & (wave.lanes() - 1);
  const uint32_t value = wave.scalar32(instruction.operands[1]);
  if (uint32_t *lanes = wave.lanesOf(instruction.operands[0]))
    lanes[lane] = value;
}

/// `dst = sum + number of bits of `mask` for the lanes below`; mask bit 0 is lane `kFirst`.
template <uint32_t kFirst> void countBelow(Wave &wave, const Instruction &instruction) {
  Lanes<uint32_t> mask{}, sum{};
  readLanes(wave, instruction, 0, instruction.operands[1], mask);
  readLanes(wave, instruction, 1, instruction.operands[2], sum);
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    const uint32_t below = i <= kFirst ? 0 : i - kFirst >= 32 ? ~0u : (1u << (i - kFirst)) - 1;
    sum[i] += static_cast<uint32_t>(std::popcount(mask[i] & below));
  }
  writeLanes(wave, instruction, instruction.operands[0], sum);
}

/// v_permlane16: lane i of a row of 16 reads lane `selector` of the same or, with kIsCrossed, of
/// the other row of its pair. `name dst, src, selectors of lanes 0 to 7, of lanes 8 to 15`.
template <bool kIsCrossed> void permuteRow(Wave &wave, const Instruction &instruction) {
  Lanes<uint32_t> source{}, result{};
  readLanes(wave, instruction, 0, instruction.operands[1], source);
  const uint64_t selectors = wave.scalar32(instruction.operands[2]) |
                             uint64_t(wave.scalar32(instruction.operands[3])) << 32;
  const bool readsInactive = instruction.modifiers.select[0] != 0;
  const bool isBounded = instruction.modifiers.select[1] != 0;
  uint32_t *to = wave.lanesOf(instruction.operands[0]);
  if (!to)
    return;
  for (uint32_t i = 0; i < wave.lanes(); ++i) {
    const uint32_t row = (i & ~15u) ^ (kIsCrossed ? 16u : 0u);
    const uint32_t from = row + (selectors >> (4 * (i & 15)) & 15);
    const bool isActive = readsInactive || (wave.exec() >> from & 1);
    result[i] = isActive ? source[from] : isBounded ? 0 : to[i];
  }
  writeLanes(wave, instruction, instruction.operands[0], result);
}

void permuteHalves(Wave &wave, const Instruction &instruction) {
  Lanes<uint32_t> source{}, result{};
  readLanes(wave, instruction, 0, instruction.operands[1], source);
  for (uint32_t i = 0; i < wave.lanes(); ++i)
    result[i] = source[wave.lanes() == 64 ? i ^ 32 : i];
  writeLanes(wave, instruction, instruction.operands[0], result);
}

void swapRegisters(Wave &wave, const Instruction &instruction) {
  Lanes<uint32_t> a{}, b{};
  readLanes(wave, instruction, 0, instruction.operands[0], a);
  readLanes(wave, instruction, 1, instruction.operands[1], b);
  writeLanes(wave, instruction, instruction.operands[0], b);
  writeLanes(wave, instruction, instruction.operands[1], a);
}

} // namespace

void addLaneOperations(InstructionTable &table) {
  table["v_readfirstlane_b32"] = &readFirstLane;
  table["v_readlane_b32"] = &readLane;
  table["v_writelane_b32"] = &writeLane;
  table["v_mbcnt_lo_u32_b32"] = &countBelow<0>;
  table["v_mbcnt_hi_u32_b32"] = &countBelow<32>;
  table["v_permlane16_b32"] = &permuteRow<false>;
  table["v_permlanex16_b32"] = &permuteRow<true>;
  table["v_permlane64_b32"] = &permuteHalves;
  table["v_swap_b32"] = &swapRegisters;
}

} // namespace pstudio::test::amdgpu
