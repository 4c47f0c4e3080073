// SPDX-License-Identifier: Apache-2.0
// The command line of proton-collect.
#pragma once

namespace pstudio::cli {

/// Parses the arguments and executes the command that they name. Returns an ExitCode.
int runCommandLine(int argc, char **argv);

} // namespace pstudio::cli
