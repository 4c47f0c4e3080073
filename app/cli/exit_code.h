// SPDX-License-Identifier: Apache-2.0
// How proton-collect ends.
#pragma once

namespace pstudio::cli {

/// Exit codes of every subcommand.
enum ExitCode : int {
  kDone = 0,       ///< it did what was asked
  kFailed = 1,     ///< the run or its input failed; a message says what, where and what to do
  kWrongUsage = 2, ///< the command line itself makes no sense
  kRegression = 3, ///< `compare` found a regression beyond the threshold
};

} // namespace pstudio::cli
