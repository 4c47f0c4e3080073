// SPDX-License-Identifier: Apache-2.0
// proton-studio: the window and its command line.
#include "app/application/application.h"

int main(int argc, char **argv) {
  return pstudio::runApplication(argc, argv);
}
