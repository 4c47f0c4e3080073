// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/decode.h"

#include <cstdio>

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

#include "tests/support/amd_interpreter/instruction_set.h"
#include "tests/support/amd_interpreter/operands.h"

namespace pstudio::test::amdgpu {
namespace {

bool accessesMemory(std::string_view name) {
  for (const std::string_view prefix :
       {"global_", "flat_", "scratch_", "buffer_", "ds_", "s_load_", "s_buffer_load_"})
    if (name.starts_with(prefix))
      return true;
  return false;
}

} // namespace

struct Decoder::Parts {
  llvm::Triple triple{"amdgcn-amd-amdhsa"};
  std::unique_ptr<llvm::MCRegisterInfo> registers;
  std::unique_ptr<llvm::MCAsmInfo> assembly;
  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> processor;
  std::unique_ptr<llvm::MCContext> context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstPrinter> printer;
};

Decoder::Decoder(std::unique_ptr<Parts> parts) : m_parts(std::move(parts)) {}
Decoder::Decoder(Decoder &&) noexcept = default;
Decoder::~Decoder() = default;

Result<Decoder> Decoder::open(const std::string &processor) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUDisassembler();
  auto parts = std::make_unique<Parts>();
  std::string wrong;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(parts->triple.str(), wrong);
  if (!target)
    return fail(ErrorCode::Unsupported, wrong);
  const std::string triple = parts->triple.str();
  parts->registers.reset(target->createMCRegInfo(triple));
  parts->assembly.reset(
      target->createMCAsmInfo(*parts->registers, triple, llvm::MCTargetOptions()));
  parts->instructions.reset(target->createMCInstrInfo());
  parts->processor.reset(target->createMCSubtargetInfo(triple, processor, ""));
  if (!parts->processor || !parts->processor->isCPUStringValid(processor))
    return fail(ErrorCode::Unsupported, "LLVM has no processor " + processor);
  parts->context = std::make_unique<llvm::MCContext>(
      parts->triple, parts->assembly.get(), parts->registers.get(), parts->processor.get());
  parts->disassembler.reset(target->createMCDisassembler(*parts->processor, *parts->context));
  parts->printer.reset(target->createMCInstPrinter(parts->triple, 0, *parts->assembly,
                                                   *parts->instructions, *parts->registers));
  return Decoder(std::move(parts));
}

Result<std::unique_ptr<Instruction>> Decoder::decode(std::span<const uint8_t> code) const {
  llvm::MCInst inst;
  uint64_t bytes = 0;
  const auto status = m_parts->disassembler->getInstruction(
      inst, bytes, llvm::ArrayRef<uint8_t>(code.data(), code.size()), 0, llvm::nulls());
  if (status != llvm::MCDisassembler::Success || bytes == 0) {
    char word[32] = "end of the code";
    if (code.size() >= 4)
      std::snprintf(word, sizeof word, "%02x%02x%02x%02x", code[3], code[2], code[1], code[0]);
    return fail(ErrorCode::InvalidFormat, std::string("no instruction: ") + word);
  }
  std::string text;
  llvm::raw_string_ostream out(text);
  m_parts->printer->printInst(&inst, 0, "", *m_parts->processor, out);
  std::unique_ptr<Instruction> instruction = parseInstruction(out.str());
  instruction->bytes = static_cast<uint32_t>(bytes);
  for (Instruction *one = instruction.get(); one; one = one->second.get()) {
    one->execute = executeOf(one->name);
    one->checksOperands = !accessesMemory(one->name);
  }
  return instruction;
}

} // namespace pstudio::test::amdgpu
