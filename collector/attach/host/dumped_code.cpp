// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/dumped_code.h"

#include "collector/attach/host/assembler.h"
#include "collector/attach/host/dumped_choice.h"
#include "core/base/file_bytes.h"

namespace pstudio::attach {
namespace {

namespace fs = std::filesystem;

/// The text of the module; an error if the file has changed since it was read.
Result<std::string> textOfModule(const DumpedModule &module) {
  PSTUDIO_TRY_ASSIGN(std::string text, FileBytes::readText(module.file));
  PSTUDIO_TRY_ASSIGN(const DumpedModule now, dumpedModuleFrom(text, module.file));
  if (now.identity != module.identity)
    return fail(ErrorCode::Io, "the file has changed", module.file.string());
  return text;
}

} // namespace

Result<std::string> DumpedCode::assemble(const fs::path &assembler, const DumpedModule &module,
                                         const std::string &architecture, CubinForm form) {
  const Key key{assembler, module.identity, architecture, form};
  size_t number = 0;
  {
    const std::lock_guard lock(m_mutex);
    if (const auto known = m_cubins.find(key); known != m_cubins.end())
      return known->second;
    number = m_cubins.size();
  }
  // Two threads may assemble the same module at the same time, into different files.
  const fs::path file =
      m_raw / ("dumped-" + std::to_string(number) + "-" + module.identity + ".cubin");
  const auto made = [&]() -> Result<std::string> {
    std::vector<std::string> words{assembler.string(),   "-O3", "--gpu-name=" + architecture,
                                   module.file.string(), "-o",  file.string()};
    if (form == CubinForm::Relocatable)
      words.emplace_back("--compile-only");
    PSTUDIO_TRY_ASSIGN(const ProgramOutcome end, m_runTool(std::move(words)));
    if (end.exitCode != 0)
      return fail(ErrorCode::CompileFailed, end.output, assembler.string());
    return FileBytes::readText(file);
  }();
  std::error_code ignored;
  fs::remove(file, ignored);
  const std::lock_guard lock(m_mutex);
  return m_cubins.emplace(key, made).first->second;
}

FoundPtx DumpedCode::find(const KernelImage &image, const PythonProgram &python) {
  const Result<std::string> cubin = imageBytes(image);
  if (!cubin)
    return {std::nullopt, {}, {"code.none", cubin.error().toString()}, {}};
  std::vector<AssembleModule> assemblers;
  for (const fs::path &path : findAssemblers(m_environment, python, PtxOrigin::Xla))
    assemblers.emplace_back(
        [this, path](const DumpedModule &module, const std::string &target, CubinForm form) {
          return assemble(path, module, target, form);
        });
  const DumpedChoice choice = chooseModule(
      *cubin, image.name, m_modules.withKernel(image.place->dumpFolder, image.name), assemblers);
  if (!choice.module)
    return {std::nullopt, {}, choice.problem, {}};
  if (!choice.isProven && image.place->mayHaveEarlierDumps)
    return {std::nullopt, {}, {"code.ambiguous", "the folder may have files of earlier runs"}, {}};
  const Result<std::string> text = textOfModule(*choice.module);
  if (!text)
    return {std::nullopt, {}, {"code.none", text.error().toString()}, {}};
  FoundPtx found = ptxIn(*text, image);
  if (found.ptx) {
    found.ptx->isDriverCompiled = false;
    found.ptx->running = image::architectureFrom(choice.architecture).value_or(found.ptx->target);
    if (!choice.isProven)
      found.remark = {"code.recorded", assemblers.empty() ? "there is no ptxas" : std::string()};
  }
  return found;
}

} // namespace pstudio::attach
