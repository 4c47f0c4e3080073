// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/kernel_runner.h"

namespace pstudio::test {

Result<CompiledKernel> compile(std::string_view source, std::string_view mode, uint32_t threads,
                               std::string_view processor) {
  PSTUDIO_TRY_ASSIGN(KernelModule module, KernelModule::parse(source, "test.mlir"));
  PSTUDIO_TRY(module.signature("k"));
  InstrumentOptions options;
  PSTUDIO_TRY_ASSIGN(options.mode, InstrumentationMode::parse(mode));
  options.block = {threads, 1, 1};
  options.sharedBytesFree = 64 * 1024;
  options.stagingBytes = options.sharedBytesFree;
  PSTUDIO_TRY_ASSIGN(InstrumentedKernel instrumented, module.instrument("k", options));
  PSTUDIO_TRY_ASSIGN(cpu::LoweredKernel lowered, cpu::lowerKernel(module, "k"));
  cpu::CompileOptions compileOptions;
  compileOptions.processor = processor;
  PSTUDIO_TRY_ASSIGN(cpu::CpuProgram program, std::move(lowered).compile(compileOptions));
  return CompiledKernel{std::move(program), std::move(instrumented)};
}

cpu::KernelArgument argument(std::string name, std::vector<float> &values,
                             std::vector<int64_t> shape) {
  if (shape.empty())
    shape = {static_cast<int64_t>(values.size())};
  return {std::move(name), reinterpret_cast<uint64_t>(values.data()), values.size() * sizeof(float),
          std::move(shape), sizeof(float)};
}

cpu::KernelArgument argument(std::string name, std::vector<int32_t> &values) {
  return {std::move(name),
          reinterpret_cast<uint64_t>(values.data()),
          values.size() * sizeof(int32_t),
          {static_cast<int64_t>(values.size())},
          sizeof(int32_t)};
}

cpu::LaunchRequest request(const CompiledKernel &kernel, std::array<uint32_t, 3> grid,
                           std::array<uint32_t, 3> block,
                           std::vector<cpu::KernelArgument> arguments) {
  cpu::LaunchRequest result;
  result.entry = kernel.program.entry();
  result.program = &kernel.program.map();
  result.kernel = "k";
  result.grid = grid;
  result.block = block;
  result.arguments = std::move(arguments);
  result.timeLimitSeconds = 60;
  return result;
}

std::string kernelSource(std::string_view parameters, std::string_view body) {
  return "gpu.module @m {\ngpu.func @k(" + std::string(parameters) + ") kernel {\n" +
         std::string(body) + "\ngpu.return\n}\n}\n";
}

} // namespace pstudio::test
