// SPDX-License-Identifier: Apache-2.0
#include "collector/code_object.h"

#include "collector/codegen/cta_wait.h"
#include "collector/codegen/kernel_module.h"
#include "collector/codegen/llvm/crash_guard.h"
#include "collector/session/run/file_kernels.h"
#include "collector/session/targets/compile_file_to_amd.h"

namespace pstudio {
namespace {

Result<InstrumentedFile> codeObjectOf(const InstrumentRequest &request) {
  const std::string file = request.input.string();
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(request.input));
  const std::vector<std::string> kernels = module.kernels();
  if (kernels.size() != 1)
    return fail(ErrorCode::InvalidInput,
                "a code object is of one kernel; the file has " + std::to_string(kernels.size()),
                file);
  NamedKernel kernel{kernels.front(), {}, ctaWaitOf(module, kernels.front())};
  PSTUDIO_TRY_ASSIGN(kernel.required, module.requirements(kernel.name));
  RunSpec spec;
  spec.kernelFile = request.input;
  spec.function = kernel.name;
  spec.target = "hip:" + request.architecture;
  spec.block = *request.block;
  spec.mode = request.mode;
  InstrumentedFile result;
  result.notes = module.notes();
  result.table.mode = request.mode.toString();
  result.table.architecture = request.architecture;
  if (const std::optional<AmdChip> chip = amdChipNamed(request.architecture))
    result.table.lanesPerWarp = chip->lanesPerWave();
  PSTUDIO_TRY_ASSIGN(AmdFileKernel made, compileFileToAmd(spec, module, request.mostSlots));
  result.notes.insert(result.notes.end(), made.records.warnings.begin(),
                      made.records.warnings.end());
  noteCoverage(kernel.name, made.records, result.notes);
  result.table.kernels.push_back(tableEntry(kernel, spec.block, std::move(made.records)));
  result.text = std::move(made.code.codeObject);
  return result;
}

} // namespace

Result<InstrumentedFile> instrumentedCodeObject(const InstrumentRequest &request) {
  const std::string file = request.input.string();
  if (!isLlvmIrFile(request.input))
    return fail(ErrorCode::Unsupported, "code objects are compiled from LLVM IR only", file,
                "name a file .ll or .llir");
  if (!request.architecture.starts_with("gfx") || !request.block)
    return fail(ErrorCode::InvalidInput, "a code object needs its GPU and the threads of a CTA",
                file, "name them: --arch gfx942 --block 256");
  return guarded(file, [&] { return codeObjectOf(request); });
}

} // namespace pstudio
