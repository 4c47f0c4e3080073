// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/amd_execution/file_runs.h"

#include <atomic>

#include "collector/session/run/run_session.h"
#include "collector/session/targets/hip_target.h"
#include "tests/collector/amd_execution/interpreted_gpu.h"

namespace pstudio::test {
namespace {

Result<RunSpec> specOf(const FileKernel &kernel, const std::string &mode) {
  const std::string json = "{\"kernel\": {\"file\": \"" + kernel.file + "\", \"function\": \"" +
                           kernel.function + "\"}, \"target\": \"hip\", " + kernel.launch +
                           ", \"arguments\": [" + kernel.arguments + "]}";
  PSTUDIO_TRY_ASSIGN(RunSpec spec, parseRunSpec(json, "/"));
  PSTUDIO_TRY_ASSIGN(spec.mode, InstrumentationMode::parse(mode));
  return spec;
}

} // namespace

Result<FileRun> runFile(const FileKernel &kernel, const std::string &mode, const std::string &chip,
                        std::optional<uint64_t> order) {
  PSTUDIO_TRY_ASSIGN(const RunSpec spec, specOf(kernel, mode));
  amdgpu::RunLimits limits;
  limits.seed = order;
  InterpretedGpu gpu(chip, spec.function, limits);
  WatchedTarget target(
      makeHipTarget(spec, {chip, pathOf(FakeHipVariant::Whole)}, makeHipCompiler()));
  RunLog log;
  CollectOptions uncached;
  uncached.cache = CacheSettings();
  PSTUDIO_TRY_ASSIGN(RunOutcome outcome,
                     runSession(spec, target, log, std::atomic<bool>(false), uncached));
  if (!gpu.failure().empty())
    return fail(ErrorCode::RunFailed, gpu.failure());
  if (outcome.failure)
    return tl::unexpected<Error>(*outcome.failure);
  return FileRun{std::move(target.buffers), std::move(outcome.trace), gpu.executed()};
}

} // namespace pstudio::test
