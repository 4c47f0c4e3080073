// SPDX-License-Identifier: Apache-2.0
// Loads into scalar registers: SMEM.
#include <string>

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/memory_access.h"

namespace pstudio::test::amdgpu {
namespace {

/// The sum of the offsets after the base: a constant, a register, and `offset:`.
uint64_t scalarOffset(Wave &wave, const Instruction &instruction) {
  uint64_t sum = static_cast<uint64_t>(instruction.modifiers.offset);
  for (size_t i = 2; i < instruction.operands.size(); ++i) {
    const Operand &operand = instruction.operands[i];
    sum += operand.kind == Operand::Kind::Integer ? static_cast<uint64_t>(operand.integer)
                                                  : wave.scalar32(operand);
  }
  return sum;
}

template <uint32_t kWords, bool kIsBuffer>
void scalarLoad(Wave &wave, const Instruction &instruction) {
  if (usesPending(wave, instruction, nullptr, Counter::LdsAndScalar, PendingKind::ScalarMemory))
    return;
  const Operand &to = instruction.operands[0];
  const Operand &base = instruction.operands[1];
  const uint64_t offset = scalarOffset(wave, instruction);
  uint64_t address = wave.wide(base.index);
  if (kIsBuffer)
    address &= 0xffff'ffff'ffff;
  const uint64_t bytes = kIsBuffer ? wave.scalars[base.index + 2] : ~uint64_t(0);
  for (uint32_t i = 0; i < kWords; ++i) {
    uint32_t word = 0; // past the end of a buffer
    if (offset + 4 * i + 4 <= bytes) {
      const std::byte *from =
          globalBytes(wave, 0, ((address + offset) & ~3ull) + 4 * i, 4, std::nullopt);
      if (!from)
        return;
      std::memcpy(&word, from, 4);
    }
    wave.scalars[to.index + i] = word;
  }
  wave.waits.issue(Counter::LdsAndScalar, PendingKind::ScalarMemory, &to);
}

template <uint32_t kWords>
void addWidth(InstructionTable &table, const std::string &name, const std::string &old) {
  for (const std::string &suffix : {name, old}) {
    table["s_load_" + suffix] = &scalarLoad<kWords, false>;
    table["s_buffer_load_" + suffix] = &scalarLoad<kWords, true>;
  }
}

} // namespace

void addScalarMemory(InstructionTable &table) {
  addWidth<1>(table, "b32", "dword");
  addWidth<2>(table, "b64", "dwordx2");
  addWidth<4>(table, "b128", "dwordx4");
  addWidth<8>(table, "b256", "dwordx8");
  addWidth<16>(table, "b512", "dwordx16");
}

} // namespace pstudio::test::amdgpu
