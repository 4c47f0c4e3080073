// SPDX-License-Identifier: Apache-2.0
// From a parsed command line to an exit code.
#pragma once

#include "app/start/command_line.h"

namespace pstudio {

/// Exit codes of proton-studio.
enum ExitCode { kDone = 0, kFailed = 1, kWrongUsage = 2 };

/// Runs the program: parses, then shows the window, draws the picture or prints. Blocks until that
/// is done. \param argc, argv  as main() got them; must stay until the return.
int runApplication(int argc, char **argv);

/// Draws one picture without a window. Needs a QGuiApplication. \return an ExitCode; complaints go
/// to stderr.
int takeShot(const ShotCommand &command);

} // namespace pstudio
