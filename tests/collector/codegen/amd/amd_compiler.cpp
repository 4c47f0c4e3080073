// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/codegen/amd/amd_compiler.h"

#include "collector/session/targets/compile_to_amd.h"
#include "core/base/temporary_file.h"
#include "core/process/run_program.h"

namespace pstudio::test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = PSTUDIO_SOURCE_DIR;
const fs::path kTools = PSTUDIO_LLVM_TOOLS;

Result<std::string> outputOf(const char *program, std::vector<std::string> arguments,
                             const amd::AmdKernel &kernel) {
  PSTUDIO_TRY_ASSIGN(const TemporaryFile file, TemporaryFile::containing(kernel.codeObject));
  arguments.push_back(file.path());
  PSTUDIO_TRY_ASSIGN(ProgramOutcome outcome, runProgram(kTools / program, arguments, 60.0));
  if (outcome.exitCode != 0)
    return fail(ErrorCode::RunFailed, outcome.output, program);
  return std::move(outcome.output);
}

} // namespace

Result<amd::AmdKernel> compileExample(const fs::path &path, const AmdRequest &request) {
  PSTUDIO_TRY_ASSIGN(RunSpec spec, loadRunSpec(kRoot / path));
  spec.target = "hip:" + request.architecture;
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(request.mode));
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(spec.kernelFile));
  PSTUDIO_TRY_ASSIGN(const KernelSignature signature, module.signature(spec.function));
  return compileToAmd(spec, module, signature, amd::Output::CodeObject);
}

Result<amd::AmdKernel> compileForAmd(std::string_view source, uint32_t threads,
                                     const AmdRequest &request) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(source, "test.mlir"));
  amd::CompileOptions options;
  PSTUDIO_TRY_ASSIGN(options.architecture, amd::architectureNamed(request.architecture));
  options.block = {threads, 1, 1};
  options.hasScheduleBarriers = request.hasScheduleBarriers;
  InstrumentOptions instrument;
  PSTUDIO_TRY_ASSIGN(instrument.mode, InstrumentationMode::parse(request.mode));
  instrument.block = {threads, 1, 1};
  instrument.chip = request.architecture;
  instrument.lanesPerWarp = options.architecture.chip.lanesPerWave();
  instrument.sharedBytesFree = instrument.stagingBytes = 32 * 1024;
  instrument.counterBytesPerUnit = kAmdCounterBytesPerUnit;
  PSTUDIO_TRY(module.instrument("k", instrument));
  return amd::compileKernel(module, "k", options);
}

Result<std::string> disassembly(const amd::AmdKernel &kernel) {
  return outputOf("llvm-objdump", {"-d", "--mcpu=" + kernel.architecture.name}, kernel);
}

Result<std::string> elfText(const amd::AmdKernel &kernel) {
  return outputOf("llvm-readelf", {"--file-header", "--symbols", "--notes"}, kernel);
}

std::optional<uint64_t> noteFigure(const std::string &text, const std::string &key) {
  const size_t at = text.find(key);
  if (at == std::string::npos)
    return std::nullopt;
  return std::stoull(text.substr(at + key.size()));
}

} // namespace pstudio::test
