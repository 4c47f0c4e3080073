// SPDX-License-Identifier: Apache-2.0
// proton-collect: the collector without a window.
#include "app/cli/command_line.h"

int main(int argc, char **argv) {
  return pstudio::cli::runCommandLine(argc, argv);
}
