// SPDX-License-Identifier: Apache-2.0
// The end of a chain of preloaded libraries: see next_library.cpp.
extern "C" __attribute__((visibility("default"))) int victimValue() {
  return 1;
}
