// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/ptx_compiler.h"

#include <algorithm>

#include "core/run/run_spec.h"

namespace pstudio::test {
namespace {

const std::filesystem::path kExamples =
    std::filesystem::path(PSTUDIO_SOURCE_DIR) / "resources" / "kernels";

Result<nvidia::PtxKernel> compileModule(KernelModule module, const PtxRequest &request) {
  PSTUDIO_TRY(module.signature(request.kernel));
  InstrumentOptions instrument;
  PSTUDIO_TRY_ASSIGN(instrument.mode, InstrumentationMode::parse(request.mode));
  instrument.threadsPerCta = request.block[0] * request.block[1] * request.block[2];
  instrument.sharedBytesFree = request.sharedBytesFree;
  PSTUDIO_TRY(module.instrument(request.kernel, instrument));
  nvidia::CompileOptions options;
  PSTUDIO_TRY_ASSIGN(options.architecture, nvidia::architectureNamed(request.architecture));
  options.block = request.block;
  return nvidia::compileKernel(module, request.kernel, options);
}

} // namespace

Result<nvidia::PtxKernel> compileToPtx(std::string_view source, const PtxRequest &request) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(source, "test.mlir"));
  return compileModule(std::move(module), request);
}

Result<nvidia::PtxKernel> compileExample(std::string_view name, PtxRequest request) {
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, loadRunSpec(kExamples / (std::string(name) + ".json")));
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::load(spec.kernelFile));
  request.kernel = spec.function;
  request.block = spec.block;
  return compileModule(std::move(module), request);
}

std::vector<std::string> exampleNames() {
  std::vector<std::string> names;
  for (const auto &entry : std::filesystem::directory_iterator(kExamples))
    if (entry.path().extension() == ".json")
      names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

size_t countOf(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size()))
    ++count;
  return count;
}

} // namespace pstudio::test
