// SPDX-License-Identifier: Apache-2.0
// The stages read, instrument, lower and print, without any device.
#include "collector/instrument.h"

#include "collector/amd_runs.h"
#include "collector/codegen/cta_wait.h"
#include "collector/codegen/kernel_module.h"
#include "collector/codegen/llvm/crash_guard.h"
#include "collector/codegen/text_device.h"
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
                "a kernel of LLVM IR has the calling convention ptx_kernel or amdgpu_kernel, or an "
                "entry in !nvvm.annotations; one of MLIR is a gpu.func with the kernel attribute");
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

/// The processor of an AMD file: the request's, which must be the file's if this names one.
Result<std::string> amdProcessor(const InstrumentRequest &request, const TextDevice &device) {
  const std::string asked = request.architecture.substr(0, request.architecture.find('+'));
  if (!asked.empty() && !device.processor.empty() && asked != device.processor)
    return fail(ErrorCode::InvalidInput,
                "the file is compiled for " + device.processor + ", not for " + asked,
                request.input.string(), "omit --arch");
  const std::string processor = asked.empty() ? device.processor : asked;
  if (processor.empty())
    return fail(ErrorCode::InvalidInput, "the file does not name the AMD GPU that it is for",
                request.input.string(), "give it: --arch gfx942");
  const std::optional<AmdChip> chip = amdChipNamed(processor);
  if (!chip || !chip->isRdna())
    return processor; // its waves have 64 lanes anyway
  if (device.isMixed)
    return fail(ErrorCode::InvalidInput, "kernels of 32 and of 64 lanes in one file",
                request.input.string(), "split the file: one size of waves for each");
  const bool isWave64 = device.isWave64 || request.architecture.ends_with(kWave64Suffix);
  return processor + std::string(isWave64 ? kWave64Suffix : "");
}

/// The GPU of a file. InvalidInput if the file of AMD's GPUs does not name the processor and the
/// request does not either; Unsupported for processors that records do not support.
Result<FileGpu> gpuOf(const InstrumentRequest &request, const KernelModule &module) {
  const TextDevice device = textDeviceOf(module);
  if (!device.isAmd) {
    const std::string architecture = request.architecture.empty()
                                         ? module.targetCpu().value_or(kFileArchitecture)
                                         : request.architecture;
    if (architecture.starts_with("gfx"))
      return fail(ErrorCode::Unsupported,
                  "of kernels for " + architecture + " only LLVM IR can be instrumented as a file",
                  request.input.string(),
                  "proton-collect run SPEC --target hip --arch " + architecture +
                      " --emit=hsaco (or isa) writes the instrumented kernel of a specification");
    return FileGpu{architecture};
  }
  PSTUDIO_TRY_ASSIGN(const std::string processor, amdProcessor(request, device));
  FileGpu gpu{processor, amdChipNamed(processor), !device.isOfClang};
  if (!gpu.amd)
    return fail(ErrorCode::Unsupported,
                "records cannot be written for " + processor +
                    ": its clocks and hardware ids are not known here",
                request.input.string());
  if (request.emit == InstrumentRequest::Emit::Ptx)
    return fail(ErrorCode::InvalidInput, processor + " has no PTX", "--emit",
                "omit it: the output is LLVM IR");
  return gpu;
}

Result<nvidia::CompileOptions> compileOptions(const InstrumentRequest &request, const FileGpu &gpu,
                                              const FileBlock &block) {
  nvidia::CompileOptions options;
  options.block = block;
  // LLVM IR for a newer chip goes to a newer LLVM as it came from it.
  if (isLlvmIrFile(request.input) && request.emit == InstrumentRequest::Emit::LlvmIr)
    return options;
  PSTUDIO_TRY_ASSIGN(options.architecture, nvidia::architectureNamed(gpu.architecture));
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

Result<std::string> textFor(const InstrumentRequest &request, const FileGpu &gpu,
                            KernelModule &module, const std::vector<NamedKernel> &kernels,
                            const FileBlock &block) {
  if (gpu.amd)
    return instrumentedAmdIr(module, gpu.architecture, block, request.input.string());
  PSTUDIO_TRY_ASSIGN(const nvidia::CompileOptions options, compileOptions(request, gpu, block));
  return request.emit == InstrumentRequest::Emit::Ptx
             ? nvidia::instrumentedPtx(module, namesOf(kernels), options)
             : nvidia::instrumentedIr(module, kernels.front().name, options);
}

Result<InstrumentedFile> instrumentUnguarded(const InstrumentRequest &request) {
  if (isPtxFile(request.input))
    return instrumentPtxFile(request);
  if (toolkit::isCudaFile(request.input))
    return instrumentCudaFile(request);
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(request.input));
  PSTUDIO_TRY_ASSIGN(const std::vector<NamedKernel> kernels, kernelsOf(request, module));
  PSTUDIO_TRY_ASSIGN(const FileGpu gpu, gpuOf(request, module));
  InstrumentedFile result;
  result.notes = module.notes();
  PSTUDIO_TRY_ASSIGN(const std::optional<FileBlock> block,
                     blockOf(request, gpu, kernels, result.notes));
  const FileBlock used = block.value_or(FileBlock{gpu.lanesPerWarp(), 1, 1});
  result.table.mode = request.mode.toString();
  if (gpu.amd)
    result.table.architecture = gpu.architecture;
  result.table.lanesPerWarp = gpu.lanesPerWarp();
  const NamedKernel &first = kernels.front();
  PSTUDIO_TRY_ASSIGN(
      InstrumentedKernel instrumented,
      module.instrument(first.name,
                        instrumentOptions(request, gpu, used, first.required.staticSharedBytes)));
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
  PSTUDIO_TRY_ASSIGN(result.text, textFor(request, gpu, module, kernels, used));
  return result;
}

} // namespace

Result<InstrumentedFile> instrumentFile(const InstrumentRequest &request) {
  PSTUDIO_TRY(checkRequest(request));
  const std::string file = request.input.string();
  return guarded(file, [&] { return instrumentUnguarded(request); });
}

} // namespace pstudio
