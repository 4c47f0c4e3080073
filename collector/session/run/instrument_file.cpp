// SPDX-License-Identifier: Apache-2.0
// The stages read, instrument, lower and print, without any device.
#include "collector/instrument.h"

#include "collector/codegen/cta_wait.h"
#include "collector/codegen/kernel_module.h"
#include "collector/codegen/llvm/crash_guard.h"
#include "collector/codegen/to_nvidia/instrumented_text.h"
#include "collector/session/run/file_kernels.h"
#include "collector/toolkit/nvcc.h"
#include "core/run/run_file_kind.h"

namespace pstudio {
namespace {

/// The kernels of a file before instrumentation. InvalidInput if it has none.
Result<std::vector<NamedKernel>> kernelsOf(const InstrumentRequest &request,
                                           const KernelModule &module) {
  std::vector<NamedKernel> kernels;
  for (const std::string &name : module.kernels()) {
    PSTUDIO_TRY_ASSIGN(KernelRequirements required, module.requirements(name));
    kernels.push_back({name, std::move(required), ctaWaitOf(module, name)});
  }
  if (kernels.empty())
    return fail(ErrorCode::InvalidInput, "the file has no kernel", request.input.string(),
                "a kernel of LLVM IR has the calling convention ptx_kernel or an entry in "
                "!nvvm.annotations; one of MLIR is a gpu.func with the kernel attribute");
  if (!isLlvmIrFile(request.input) && kernels.size() > 1)
    return fail(ErrorCode::Unsupported,
                "the file has " + std::to_string(kernels.size()) + " kernels in MLIR",
                request.input.string(), "one kernel for each file of MLIR");
  return kernels;
}

std::vector<std::string> namesOf(const std::vector<NamedKernel> &kernels) {
  std::vector<std::string> names;
  for (const NamedKernel &kernel : kernels)
    names.push_back(kernel.name);
  return names;
}

Result<nvidia::CompileOptions> compileOptions(const InstrumentRequest &request,
                                              const KernelModule &module, const FileBlock &block) {
  std::string architecture = request.architecture;
  if (architecture.empty())
    architecture = module.targetCpu().value_or(kFileArchitecture);
  if (architecture.starts_with("gfx"))
    return fail(ErrorCode::Unsupported,
                "instrumented files are written for NVIDIA's GPUs, not for " + architecture,
                request.input.string(),
                "proton-collect run SPEC --target hip --arch " + architecture +
                    " --emit=hsaco (or isa) writes the instrumented kernel of a specification");
  nvidia::CompileOptions options;
  options.block = block;
  // LLVM IR for a newer chip goes to a newer LLVM as it came from it.
  if (isLlvmIrFile(request.input) && request.emit == InstrumentRequest::Emit::LlvmIr)
    return options;
  PSTUDIO_TRY_ASSIGN(options.architecture, nvidia::architectureNamed(architecture));
  return options;
}

/// Unsupported or InvalidInput for what a file cannot be instrumented with.
Result<void> checkRequest(const InstrumentRequest &request) {
  if (request.mode.enabled && request.mode.strategy == InstrumentationMode::Strategy::Stream)
    return fail(ErrorCode::Unsupported,
                "strategy=stream needs a host that drains the records while the kernel runs, which "
                "only proton-collect run has",
                request.input.string(), "choose another strategy, such as circular");
  if (!request.mode.callbacks.empty())
    return fail(ErrorCode::Unsupported, "an instrumented file cannot call callbacks", "--mode",
                "they need a run: proton-collect run SPEC --callbacks FILE");
  if (!request.entry.empty() && !isPtxFile(request.input) && !toolkit::isCudaFile(request.input))
    return fail(ErrorCode::InvalidInput, "only of a PTX module one kernel can be chosen", "--entry",
                "omit it: all kernels of the file are instrumented");
  if (request.input.extension() == ".json")
    return fail(ErrorCode::InvalidInput, "a run specification is no file of kernels",
                request.input.string(),
                "proton-collect run " + request.input.string() +
                    " runs it with records; instrument takes the LLVM IR or MLIR that it names");
  return {};
}

Result<InstrumentedFile> instrumentUnguarded(const InstrumentRequest &request) {
  if (isPtxFile(request.input))
    return instrumentPtxFile(request);
  if (toolkit::isCudaFile(request.input))
    return instrumentCudaFile(request);
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(request.input));
  PSTUDIO_TRY_ASSIGN(const std::vector<NamedKernel> kernels, kernelsOf(request, module));
  PSTUDIO_TRY_ASSIGN(const std::optional<FileBlock> block, blockOf(request, kernels));
  const FileBlock used = block.value_or(FileBlock{kFileLanesPerWarp, 1, 1});
  InstrumentedFile result;
  result.notes = module.notes();
  result.table.mode = request.mode.toString();
  const NamedKernel &first = kernels.front();
  PSTUDIO_TRY_ASSIGN(
      InstrumentedKernel instrumented,
      module.instrument(first.name,
                        instrumentOptions(request, used, first.required.staticSharedBytes)));
  result.notes.insert(result.notes.end(), instrumented.warnings.begin(),
                      instrumented.warnings.end());
  for (const NamedKernel &kernel : kernels) {
    if (&kernel != &first) {
      PSTUDIO_TRY_ASSIGN(instrumented, module.instrumented(kernel.name));
    }
    if (instrumented.unitCount != 0 && !block)
      return tl::unexpected<Error>(missingBlock(request, kernel.name));
    noteCoverage(kernel.name, instrumented, result.notes);
    result.table.kernels.push_back(tableEntry(kernel, used, std::move(instrumented)));
  }
  PSTUDIO_TRY_ASSIGN(const nvidia::CompileOptions options, compileOptions(request, module, used));
  PSTUDIO_TRY_ASSIGN(result.text, request.emit == InstrumentRequest::Emit::Ptx
                                      ? nvidia::instrumentedPtx(module, namesOf(kernels), options)
                                      : nvidia::instrumentedIr(module, first.name, options));
  return result;
}

} // namespace

Result<InstrumentedFile> instrumentFile(const InstrumentRequest &request) {
  PSTUDIO_TRY(checkRequest(request));
  const std::string file = request.input.string();
  return guarded(file, [&] { return instrumentUnguarded(request); });
}

} // namespace pstudio
