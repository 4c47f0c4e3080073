// SPDX-License-Identifier: Apache-2.0
// The command line of proton-collect.
#pragma once

namespace pstudio::cli {

/// Understands the arguments and does what they ask. Returns an ExitCode.
int runCommandLine(int argc, char **argv);

} // namespace pstudio::cli
