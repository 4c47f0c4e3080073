// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/traced_run.h"

#include "collector/codegen/kernel_module.h"
#include "collector/codegen/to_cpu/compile_kernel.h"
#include "collector/runtime/cpu/access_trace.h"
#include "collector/runtime/cpu/launch.h"
#include "tests/support/test_data.h"

namespace pstudio::test {
namespace {

Result<cpu::CpuProgram> compileTraced(const RunSpec &spec) {
  const std::filesystem::path file = spec.kernelFile;
  PSTUDIO_TRY_ASSIGN(KernelModule module,
                     KernelModule::load(file, "test" + file.extension().string(), spec.function));
  PSTUDIO_TRY(module.signature(spec.function));
  InstrumentOptions options;
  options.mode.enabled = false;
  options.block = spec.block;
  PSTUDIO_TRY(module.instrument(spec.function, options));
  PSTUDIO_TRY_ASSIGN(cpu::LoweredKernel lowered, cpu::lowerKernel(module, spec.function));
  return std::move(lowered).compile({.tracesAccesses = true});
}

} // namespace

Result<RunSpec> exampleSpec(const std::string &name) {
  const QString file = testData("resources/kernels/" + QString::fromStdString(name) + ".json");
  return loadRunSpec(file.toStdString());
}

Result<TracedRun> runTraced(const RunSpec &spec) {
  PSTUDIO_TRY_ASSIGN(const cpu::CpuProgram program, compileTraced(spec));
  TracedRun run;
  cpu::AccessTrace trace;
  cpu::LaunchRequest request;
  request.entry = program.entry();
  request.program = &program.map();
  request.kernel = spec.function;
  request.grid = spec.grid;
  request.block = spec.block;
  request.dynamicSharedBytes = spec.dynamicSharedBytes;
  request.trace = &trace;
  for (const Argument &argument : spec.arguments) {
    const auto &buffer = std::get<BufferArgument>(argument.value);
    PSTUDIO_TRY_ASSIGN(HostBuffer made, makeHostBuffer(buffer));
    run.buffers.push_back(std::move(made));
    request.arguments.push_back({argument.name, run.base(run.buffers.size() - 1),
                                 run.buffers.back().bytes().size(), buffer.shape,
                                 static_cast<uint32_t>(dtypeSize(buffer.dtype).value)});
  }
  PSTUDIO_TRY(cpu::launch(request));
  run.shared = program.map().sharedBuffers;
  PSTUDIO_TRY_ASSIGN(run.table, trace.table(request));
  PSTUDIO_TRY_ASSIGN(run.map, cpu::buffersOf(request));
  return run;
}

} // namespace pstudio::test
