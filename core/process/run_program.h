// SPDX-License-Identifier: Apache-2.0
// Runs another program to its end and keeps its output.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/process/child_process.h"

namespace pstudio {

/// Exit code and output of a program.
struct ProgramOutcome {
  int exitCode = 0;   ///< 128 + signal number if a signal ended it
  std::string output; ///< standard output and standard error together
};

/// Runs a program without input. Io if it cannot be started; RunFailed if it has not ended after
/// `limit`; Cancelled once `cancel` is readable (-1: never). After the last two it is killed.
/// [thread: any; blocks]
Result<ProgramOutcome> runProgram(ChildStart start, std::chrono::milliseconds limit,
                                  int cancel = -1);

/// The same of a program with arguments, in the environment of this process.
Result<ProgramOutcome> runProgram(const std::filesystem::path &program,
                                  const std::vector<std::string> &arguments,
                                  double timeLimitSeconds);

} // namespace pstudio
