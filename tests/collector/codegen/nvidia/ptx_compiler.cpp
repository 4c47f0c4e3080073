// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/codegen/nvidia/ptx_compiler.h"

#include <algorithm>

#include "collector/session/target_name.h"
#include "core/run/run_spec.h"

namespace pstudio::test {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = PSTUDIO_SOURCE_DIR;

Result<nvidia::PtxKernel> compileModule(KernelModule module, const PtxRequest &request) {
  InstrumentOptions instrument;
  PSTUDIO_TRY_ASSIGN(instrument.mode, InstrumentationMode::parse(request.mode));
  instrument.block = request.block;
  instrument.sharedBytesFree = request.sharedBytesFree;
  instrument.stagingBytes = request.sharedBytesFree;
  PSTUDIO_TRY(module.instrument(request.kernel, instrument));
  nvidia::CompileOptions options;
  PSTUDIO_TRY_ASSIGN(options.architecture, nvidia::architectureNamed(request.architecture));
  options.block = request.block;
  options.lanes = request.lanes;
  options.math = request.math;
  return nvidia::compileKernel(module, request.kernel, options);
}

} // namespace

Result<nvidia::PtxKernel> compileToPtx(std::string_view source, const PtxRequest &request) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(source, "test.mlir"));
  return compileModule(std::move(module), request);
}

Result<nvidia::PtxKernel> compileFile(const fs::path &path, const PtxRequest &request) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(kRoot / path));
  return compileModule(std::move(module), request);
}

Result<nvidia::PtxKernel> compileSpecification(const fs::path &path, PtxRequest request) {
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, loadRunSpec(kRoot / path));
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(spec.kernelFile));
  request.kernel = spec.function;
  request.block = spec.block;
  if (const std::string named = splitTarget(spec.target).architecture; !named.empty())
    request.architecture = named;
  return compileModule(std::move(module), request);
}

/// No PTX can be made of it.
static bool isForAmd(const fs::path &path) {
  const auto spec = loadRunSpec(path);
  return spec && splitTarget(spec->target).name == "hip";
}

std::vector<std::string> specificationPaths() {
  std::vector<std::string> paths;
  for (const char *folder : {"resources/kernels", "tests/collector/kernels"})
    for (const auto &entry : fs::directory_iterator(kRoot / folder))
      if (entry.path().extension() == ".json" && !isForAmd(entry.path()))
        paths.push_back((folder / entry.path().filename()).string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::vector<std::string> architecturesOf(const fs::path &path) {
  const auto spec = loadRunSpec(kRoot / path);
  const std::string named = spec ? splitTarget(spec->target).architecture : std::string();
  return named.empty() ? std::vector<std::string>{"sm_80", "sm_90", "sm_90a"}
                       : std::vector<std::string>{named};
}

size_t countOf(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size()))
    ++count;
  return count;
}

} // namespace pstudio::test
