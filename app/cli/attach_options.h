// SPDX-License-Identifier: Apache-2.0
// The subcommand attach of proton-collect, and the one that the window starts for it.
#pragma once

#include <CLI/CLI.hpp>

namespace pstudio::cli {

/// Adds `attach` and `worker-attach`. Their callbacks set `exitCode`, an ExitCode that outlives the
/// parse.
void addAttach(CLI::App &app, int &exitCode);

} // namespace pstudio::cli
