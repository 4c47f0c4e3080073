// SPDX-License-Identifier: Apache-2.0
// Runs another program to its end and keeps what it printed.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pstudio {

/// The program of this name in the folders of PATH, if one may be run.
std::optional<std::filesystem::path> findOnPath(std::string_view name);

/// True for a file that may be run.
bool isProgram(const std::filesystem::path &path);

/// How a program ended.
struct ProgramOutcome {
  int exitCode = 0;   ///< 128 + signal number if a signal ended it
  std::string output; ///< standard output and standard error together
};

/// Runs `program` with `arguments`, without a shell and without input. Io if it cannot be started;
/// RunFailed if it is not done after `timeLimitSeconds` (it is killed then). [thread: any; blocks]
Result<ProgramOutcome> runProgram(const std::filesystem::path &program,
                                  const std::vector<std::string> &arguments,
                                  double timeLimitSeconds);

} // namespace pstudio
