// SPDX-License-Identifier: Apache-2.0
// proton-collect: the collector without a window.
#include "app/cli/command_line.h"
#include "core/base/standard_streams.h"

int main(int argc, char **argv) {
  pstudio::reserveStandardStreams();
  return pstudio::cli::runCommandLine(argc, argv);
}
