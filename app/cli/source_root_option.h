// SPDX-License-Identifier: Apache-2.0
// --source-root of the commands that store source files in a trace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace pstudio::cli {

/// --source-root, of each command that stores source files.
inline void addSourceRoots(CLI::App &command, std::vector<std::filesystem::path> &roots,
                           const std::string &others) {
  command
      .add_option("--source-root", roots,
                  "Also store source files below this folder in the trace, besides those below " +
                      others + "; may be repeated")
      ->allow_extra_args(false)
      ->check(CLI::ExistingDirectory);
}

} // namespace pstudio::cli
