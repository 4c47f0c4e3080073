// SPDX-License-Identifier: Apache-2.0
// Program flow, waits, barriers, clocks and hardware registers: SOPP, and SOP1 and SOPK that are no
// arithmetic.
#include <cstdlib>

#include "tests/support/amd_interpreter/clocks.h"
#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/wave.h"

namespace pstudio::test::amdgpu {
namespace {

/// A jump by a signed number of words from the next instruction.
void jump(Wave &wave, const Instruction &instruction) {
  const Operand &target = instruction.operands.back();
  if (target.kind != Operand::Kind::Integer)
    return wave.fail("a branch without a constant target");
  wave.pc += static_cast<uint64_t>(int64_t(static_cast<int16_t>(target.integer)) * 4);
}

template <class Condition> constexpr Execute branchIf(Condition) {
  return [](Wave &wave, const Instruction &instruction) {
    if (Condition{}(wave))
      jump(wave, instruction);
  };
}

/// "vmcnt(3)" -> 3 for the key "vmcnt"; -1 for another word.
int64_t countOf(const std::string &word, const std::string &key) {
  if (!word.starts_with(key + "("))
    return -1;
  return std::strtoll(word.c_str() + key.size() + 1, nullptr, 0);
}

void waitForAll(Wave &wave) {
  for (const Counter counter : {Counter::Vector, Counter::LdsAndScalar, Counter::Store})
    wave.waits.wait(counter, 0);
}

void waitCounters(Wave &wave, const Instruction &instruction) {
  for (const Operand &operand : instruction.operands) {
    if (operand.kind == Operand::Kind::Integer && operand.integer == 0)
      waitForAll(wave);
    if (const int64_t count = countOf(operand.word, "vmcnt"); count >= 0)
      wave.waits.wait(Counter::Vector, uint32_t(count));
    if (const int64_t count = countOf(operand.word, "lgkmcnt"); count >= 0)
      wave.waits.wait(Counter::LdsAndScalar, uint32_t(count));
  }
}

template <Counter kCounter> void waitCounter(Wave &wave, const Instruction &instruction) {
  wave.waits.wait(kCounter, static_cast<uint32_t>(instruction.operands.back().integer));
}

/// Value of a hardware register. CTAs are distributed over 8 compute units, two shader arrays and
/// two engines.
uint32_t hardwareRegister(Wave &wave, const std::string &name) {
  const uint32_t unit = wave.cta->number % 8;
  const uint32_t array = wave.cta->number / 8 % 2;
  const uint32_t engine = wave.cta->number / 16 % 2;
  if (name == "HW_REG_HW_ID") // CU: 8 to 11, SH: 12, SE: 13 to 15
    return (wave.number % 10) | unit << 8 | array << 12 | engine << 13;
  if (name == "HW_REG_HW_ID1") // SIMD: 8, 9, WGP: 10 to 13, SA: 16, SE: 18 to 20
    return (wave.number % 16) | (unit & 1) << 9 | (unit >> 1) << 10 | array << 16 | engine << 18;
  if (name == "HW_REG_XCC_ID")
    return wave.cta->number / 32 % 8;
  if (name == "HW_REG_SHADER_CYCLES")
    return static_cast<uint32_t>(shaderClock(*wave.machine)) & 0xfffff;
  wave.fail("hardware register " + name + " is not supported");
  return 0;
}

/// hwreg(NAME), hwreg(NAME, offset, bits).
void getRegister(Wave &wave, const Instruction &instruction) {
  const std::string &word = instruction.operands.back().word;
  const size_t open = word.find('(');
  const size_t end = word.find_first_of(",)");
  if (open == word.npos || end == word.npos)
    return wave.fail("a hardware register without a name: " + word);
  uint32_t value = hardwareRegister(wave, word.substr(open + 1, end - open - 1));
  if (word[end] == ',') {
    const auto offset = static_cast<uint32_t>(std::strtoul(word.c_str() + end + 1, nullptr, 0));
    const size_t comma = word.find(',', end + 1);
    const auto bits = static_cast<uint32_t>(std::strtoul(word.c_str() + comma + 1, nullptr, 0));
    value = value >> offset & (bits >= 32 ? ~0u : (1u << bits) - 1);
  }
  wave.setScalar32(instruction.operands[0], value);
}

void readClock(Wave &wave, const Instruction &instruction, uint64_t value, PendingKind kind) {
  wave.setScalar64(instruction.operands[0], value);
  wave.waits.issue(Counter::LdsAndScalar, kind, &instruction.operands[0]);
}

void sendMessageWithResult(Wave &wave, const Instruction &instruction) {
  if (instruction.operands.back().word != "sendmsg(MSG_RTN_GET_REALTIME)")
    return wave.fail("message " + instruction.operands.back().word + " is not supported");
  readClock(wave, instruction, referenceClock(*wave.machine), PendingKind::Message);
}

void ignored(Wave &, const Instruction &) {}

void addBranches(InstructionTable &table) {
  table["s_branch"] = &jump;
  table["s_cbranch_scc0"] = branchIf([](Wave &wave) { return !wave.scc; });
  table["s_cbranch_scc1"] = branchIf([](Wave &wave) { return wave.scc; });
  table["s_cbranch_vccz"] = branchIf([](Wave &wave) { return wave.mask(kVcc) == 0; });
  table["s_cbranch_vccnz"] = branchIf([](Wave &wave) { return wave.mask(kVcc) != 0; });
  table["s_cbranch_execz"] = branchIf([](Wave &wave) { return wave.exec() == 0; });
  table["s_cbranch_execnz"] = branchIf([](Wave &wave) { return wave.exec() != 0; });
  table["s_getpc_b64"] = [](Wave &wave, const Instruction &instruction) {
    wave.setScalar64(instruction.operands[0], wave.pc);
  };
  table["s_setpc_b64"] = [](Wave &wave, const Instruction &instruction) {
    wave.pc = wave.scalar64(instruction.operands[0]);
  };
  table["s_swappc_b64"] = [](Wave &wave, const Instruction &instruction) {
    const uint64_t target = wave.scalar64(instruction.operands[1]);
    wave.setScalar64(instruction.operands[0], wave.pc);
    wave.pc = target;
  };
  table["s_call_b64"] = [](Wave &wave, const Instruction &instruction) {
    wave.setScalar64(instruction.operands[0], wave.pc);
    jump(wave, instruction);
  };
}

} // namespace

void addControl(InstructionTable &table) {
  addBranches(table);
  table["s_endpgm"] = [](Wave &wave, const Instruction &) { wave.state = WaveState::Ended; };
  table["s_barrier"] = [](Wave &wave, const Instruction &) { wave.reachBarrier(); };
  table["s_trap"] = [](Wave &wave, const Instruction &) {
    wave.fail("the kernel executed s_trap");
  };
  table["s_waitcnt"] = &waitCounters;
  table["s_waitcnt_vmcnt"] = &waitCounter<Counter::Vector>;
  table["s_waitcnt_lgkmcnt"] = &waitCounter<Counter::LdsAndScalar>;
  table["s_waitcnt_vscnt"] = &waitCounter<Counter::Store>;
  table["s_getreg_b32"] = &getRegister;
  table["s_memtime"] = [](Wave &wave, const Instruction &instruction) {
    readClock(wave, instruction, shaderClock(*wave.machine), PendingKind::ScalarMemory);
  };
  table["s_memrealtime"] = [](Wave &wave, const Instruction &instruction) {
    readClock(wave, instruction, referenceClock(*wave.machine), PendingKind::ScalarMemory);
  };
  table["s_sendmsg_rtn_b64"] = &sendMessageWithResult;
  // Hints, caches and modes of rounding that the compiler sets to their defaults.
  for (const char *name : {"s_nop",
                           "s_sleep",
                           "s_clause",
                           "s_delay_alu",
                           "s_waitcnt_depctr",
                           "s_waitcnt_expcnt",
                           "s_setprio",
                           "s_set_inst_prefetch_distance",
                           "s_inst_prefetch",
                           "s_icache_inv",
                           "s_dcache_inv",
                           "s_dcache_wb",
                           "s_gl1_inv",
                           "s_sendmsg",
                           "s_denorm_mode",
                           "s_round_mode",
                           "s_setreg_b32",
                           "s_setreg_imm32_b32",
                           "buffer_gl0_inv",
                           "buffer_gl1_inv",
                           "buffer_wbl2",
                           "buffer_inv",
                           "buffer_wbinvl1",
                           "buffer_wbinvl1_vol",
                           "s_wait_idle",
                           "v_nop"})
    table[name] = &ignored;
}

} // namespace pstudio::test::amdgpu
