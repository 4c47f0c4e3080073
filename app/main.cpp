// SPDX-License-Identifier: Apache-2.0
// proton-studio: the window and its command line.
#include "app/start/application.h"
#include "core/base/standard_streams.h"

int main(int argc, char **argv) {
  pstudio::reserveStandardStreams();
  return pstudio::runApplication(argc, argv);
}
