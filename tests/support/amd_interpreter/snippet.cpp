// SPDX-License-Identifier: Apache-2.0
#include "tests/support/amd_interpreter/snippet.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCCodeEmitter.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCFixup.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCObjectFileInfo.h"
#include "llvm/MC/MCParser/MCAsmParser.h"
#include "llvm/MC/MCParser/MCTargetAsmParser.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCStreamer.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/MCTargetOptions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"

#include "tests/support/amd_interpreter/dispatch.h"

namespace pstudio::test::amdgpu {
namespace {

/// Collects the encoded instructions.
class CodeCollector final : public llvm::MCStreamer {
public:
  CodeCollector(llvm::MCContext &context, llvm::MCCodeEmitter &emitter)
      : MCStreamer(context), m_emitter(emitter) {}

  llvm::SmallVector<char, 256> code;

  void emitInstruction(const llvm::MCInst &inst, const llvm::MCSubtargetInfo &processor) override {
    llvm::SmallVector<llvm::MCFixup, 2> fixups;
    m_emitter.encodeInstruction(inst, code, fixups, processor);
  }
  bool emitSymbolAttribute(llvm::MCSymbol *, llvm::MCSymbolAttr) override { return false; }
  void emitCommonSymbol(llvm::MCSymbol *, uint64_t, llvm::Align) override {}
  void emitZerofill(llvm::MCSection *, llvm::MCSymbol *, uint64_t, llvm::Align,
                    llvm::SMLoc) override {}

private:
  llvm::MCCodeEmitter &m_emitter;
};

} // namespace

Result<std::string> assemble(std::string_view text, const std::string &processor) {
  LLVMInitializeAMDGPUTargetInfo();
  LLVMInitializeAMDGPUTargetMC();
  LLVMInitializeAMDGPUAsmParser();
  const llvm::Triple triple("amdgcn-amd-amdhsa");
  std::string wrong;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple.str(), wrong);
  if (!target)
    return fail(ErrorCode::Unsupported, wrong);
  const std::unique_ptr<llvm::MCRegisterInfo> registers(target->createMCRegInfo(triple.str()));
  const llvm::MCTargetOptions options;
  const std::unique_ptr<llvm::MCAsmInfo> info(
      target->createMCAsmInfo(*registers, triple.str(), options));
  const std::unique_ptr<llvm::MCInstrInfo> instructions(target->createMCInstrInfo());
  const std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target->createMCSubtargetInfo(triple.str(), processor, ""));
  llvm::SourceMgr sources;
  std::string message;
  sources.setDiagHandler(
      [](const llvm::SMDiagnostic &diagnostic, void *to) {
        *static_cast<std::string *>(to) += diagnostic.getMessage().str() + "\n";
      },
      &message);
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(text), llvm::SMLoc());
  llvm::MCContext context(triple, info.get(), registers.get(), subtarget.get(), &sources);
  const std::unique_ptr<llvm::MCObjectFileInfo> objects(
      target->createMCObjectFileInfo(context, true));
  context.setObjectFileInfo(objects.get());
  const std::unique_ptr<llvm::MCCodeEmitter> emitter(
      target->createMCCodeEmitter(*instructions, context));
  CodeCollector collector(context, *emitter);
  const std::unique_ptr<llvm::MCAsmParser> parser(
      llvm::createMCAsmParser(sources, context, collector, *info));
  const std::unique_ptr<llvm::MCTargetAsmParser> targetParser(
      target->createMCAsmParser(*subtarget, *parser, *instructions, options));
  parser->setTargetParser(*targetParser);
  if (parser->Run(false))
    return fail(ErrorCode::CompileFailed, message + std::string(text));
  return std::string(collector.code.begin(), collector.code.end());
}

Result<Snippet> Snippet::make(std::string_view text, const std::string &processor) {
  PSTUDIO_TRY_ASSIGN(const std::string code,
                     assemble(std::string(text) + "\ns_endpgm\n", processor));
  PSTUDIO_TRY_ASSIGN(CodeImage image, CodeImage::ofCode(code, processor));
  Snippet snippet;
  snippet.m_image = std::make_unique<CodeImage>(std::move(image));
  snippet.m_machine = std::make_unique<Machine>();
  snippet.m_machine->chip = chipNamed(processor);
  snippet.m_cta = std::make_unique<Cta>();
  snippet.m_cta->lds.resize(4096);
  snippet.m_wave = std::make_unique<Wave>();
  Wave &wave = *snippet.m_wave;
  wave.machine = snippet.m_machine.get();
  wave.cta = snippet.m_cta.get();
  wave.scratchBytes = 64;
  wave.scratch.resize(size_t(64) * wave.lanes());
  fillWithPattern(wave, 256, 1);
  wave.setMask(kExec, ~uint64_t(0));
  return snippet;
}

Wave &Snippet::addWave() {
  m_second = std::make_unique<Wave>(*m_wave);
  m_second->number = 1;
  return *m_second;
}

Result<void> Snippet::runToBarrier(Wave &wave) {
  if (wave.state == WaveState::AtBarrier)
    wave.state = WaveState::Running;
  while (wave.state == WaveState::Running) {
    const uint64_t pc = wave.pc;
    if (step(wave, *m_image))
      continue;
    const auto instruction = m_image->at(pc);
    return fail(ErrorCode::RunFailed,
                wave.failure + (instruction ? ": " + (*instruction)->text : std::string()));
  }
  return {};
}

Result<void> Snippet::run() {
  std::vector<Wave *> waves{m_wave.get()};
  if (m_second)
    waves.push_back(m_second.get());
  for (Wave *wave : waves) {
    wave->pc = m_image->entryAddress();
    wave->state = WaveState::Running;
  }
  while (m_wave->state != WaveState::Ended)
    for (Wave *wave : waves)
      PSTUDIO_TRY(runToBarrier(*wave));
  return {};
}

} // namespace pstudio::test::amdgpu
