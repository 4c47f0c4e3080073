// SPDX-License-Identifier: Apache-2.0
// Finds and runs ptxas.
#include "tests/collector/codegen/nvidia/ptxas.h"

#include "collector/codegen/nvidia/function_bodies.h"
#include "core/base/temporary_file.h"
#include "core/process/program_path.h"
#include "core/process/run_program.h"

namespace pstudio::nvidia {
namespace fs = std::filesystem;

std::optional<fs::path> findPtxas() {
  if (const auto toolkit = toolkitFolder(); toolkit && isProgram(*toolkit / "bin" / "ptxas"))
    return *toolkit / "bin" / "ptxas";
  return findOnPath("ptxas");
}

Result<ResourceReport> assemble(const fs::path &ptxas, const PtxKernel &kernel,
                                double timeLimitSeconds) {
  PSTUDIO_TRY_ASSIGN(const TemporaryFile input, TemporaryFile::containing(kernel.text));
  auto outcome = runProgram(
      ptxas, {"-v", "-arch=" + kernel.architecture.name, "-o", "/dev/null", input.path()},
      timeLimitSeconds);
  if (!outcome && outcome.error().code == ErrorCode::RunFailed)
    outcome.error().code = ErrorCode::CompileFailed;
  if (!outcome)
    return tl::unexpected<Error>(outcome.error());
  if (outcome->exitCode != 0)
    return fail(ErrorCode::CompileFailed, "ptxas rejects the kernel: " + outcome->output,
                kernel.entry);
  return parseCompilerReport(outcome->output, kernel.entry);
}

} // namespace pstudio::nvidia
