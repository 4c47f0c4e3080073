// SPDX-License-Identifier: Apache-2.0
// Exit codes of proton-collect.
#pragma once

namespace pstudio::cli {

/// Common to all subcommands.
enum ExitCode : int {
  kDone = 0,       ///< the command succeeded
  kFailed = 1,     ///< the run or its input failed; a message names error, place and remedy
  kWrongUsage = 2, ///< the command line is invalid
  kRegression = 3, ///< `compare` found a regression beyond the threshold
  kPartial = 4,    ///< the output is complete but for files that cannot be read
};

} // namespace pstudio::cli
