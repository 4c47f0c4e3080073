// SPDX-License-Identifier: Apache-2.0
// Each entry of a PTX module is lifted, instrumented and compiled alone; then all are put back.
#include <algorithm>
#include <string>
#include <vector>

#include "collector/codegen/cta_wait.h"
#include "collector/codegen/to_nvidia/instrumented_text.h"
#include "collector/foreign/ptx/lift_entry.h"
#include "collector/foreign/ptx/splice_entry.h"
#include "collector/session/run/file_kernels.h"
#include "collector/toolkit/nvcc.h"
#include "core/base/file_bytes.h"
#include "core/ptx/module.h"

namespace pstudio {
namespace {

/// Instruments one entry: its PTX, as LLVM emits it.
Result<std::string> instrumentEntry(const InstrumentRequest &request, const ptx::Module &ptx,
                                    const ptx::Function &entry, InstrumentedFile &result) {
  const std::string file = request.input.string();
  PSTUDIO_TRY_ASSIGN(const foreign::LiftedEntry lifted, foreign::liftEntry(ptx, entry, file));
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(lifted.text, file + ".ll"));
  NamedKernel kernel;
  kernel.name = entry.name;
  PSTUDIO_TRY_ASSIGN(kernel.required, module.requirements(kernel.name));
  kernel.ctaWait = ctaWaitOf(module, kernel.name);
  PSTUDIO_TRY_ASSIGN(const std::optional<FileBlock> given,
                     blockOf(request, {}, {kernel}, result.notes));
  const FileBlock block = given.value_or(FileBlock{kFileLanesPerWarp, 1, 1});
  PSTUDIO_TRY_ASSIGN(InstrumentedKernel instrumented,
                     module.instrument(kernel.name, instrumentOptions(request, {}, block,
                                                                      lifted.staticSharedBytes)));
  if (instrumented.unitCount != 0 && !given)
    return tl::unexpected<Error>(missingBlock(request, kernel.name));
  for (const std::string &warning : instrumented.warnings)
    result.notes.push_back("kernel " + kernel.name + ": " + warning);
  noteCoverage(kernel.name, instrumented, result.notes);
  result.table.kernels.push_back(tableEntry(kernel, block, std::move(instrumented)));
  nvidia::CompileOptions options;
  options.block = block;
  PSTUDIO_TRY_ASSIGN(options.architecture, nvidia::architectureNamed(lifted.chip));
  return nvidia::instrumentedLifted(module, kernel.name, options);
}

Result<std::vector<const ptx::Function *>> chosenEntries(const InstrumentRequest &request,
                                                         const ptx::Module &module) {
  std::vector<const ptx::Function *> entries;
  for (const ptx::Function &function : module.functions)
    if (function.isEntry && function.isDefined &&
        (request.entry.empty() || request.entry == function.name))
      entries.push_back(&function);
  if (entries.empty())
    return fail(ErrorCode::InvalidInput,
                request.entry.empty() ? "the PTX module has no .entry with a body"
                                      : "the PTX module has no entry " + request.entry,
                request.input.string());
  return entries;
}

Result<InstrumentedFile> instrumentPtxText(const InstrumentRequest &request,
                                           std::string_view text) {
  PSTUDIO_TRY_ASSIGN(const ptx::Module module, ptx::readModule(text, request.input.string()));
  if (!request.architecture.empty() && request.architecture != module.architecture)
    return fail(ErrorCode::InvalidInput,
                "the PTX module is for " + std::string(module.architecture) + ", not for " +
                    request.architecture,
                request.input.string(), "omit --arch");
  PSTUDIO_TRY_ASSIGN(const std::vector<const ptx::Function *> entries,
                     chosenEntries(request, module));
  InstrumentedFile result;
  result.table.mode = request.mode.toString();
  std::vector<std::string> texts;
  for (const ptx::Function *entry : entries) {
    PSTUDIO_TRY_ASSIGN(std::string code, instrumentEntry(request, module, *entry, result));
    texts.push_back(std::move(code));
  }
  std::vector<foreign::EmittedEntry> emitted;
  for (size_t i = 0; i < entries.size(); ++i)
    emitted.push_back({entries[i]->name, texts[i]});
  PSTUDIO_TRY_ASSIGN(result.text, foreign::spliceEntries(module, emitted));
  return result;
}

} // namespace

Result<InstrumentedFile> instrumentPtxFile(const InstrumentRequest &request) {
  PSTUDIO_TRY_ASSIGN(const FileBytes bytes, FileBytes::read(request.input));
  return instrumentPtxText(request, bytes.text());
}

Result<InstrumentedFile> instrumentCudaFile(const InstrumentRequest &request) {
  InstrumentRequest compiled = request;
  if (compiled.architecture.empty())
    compiled.architecture = kFileArchitecture;
  PSTUDIO_TRY_ASSIGN(const toolkit::CompiledPtx ptx,
                     toolkit::compileCuda({request.input, compiled.architecture, {}}));
  compiled.input += ".ptx";
  PSTUDIO_TRY_ASSIGN(InstrumentedFile result, instrumentPtxText(compiled, ptx.text));
  if (!ptx.warnings.empty())
    result.notes.insert(result.notes.begin(), "nvcc: " + ptx.warnings);
  return result;
}

} // namespace pstudio
