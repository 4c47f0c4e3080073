// SPDX-License-Identifier: Apache-2.0
// A library that is not the driver and has a function with the name of one of its functions.
extern "C" __attribute__((visibility("default"))) int cuLaunchKernel() {
  return 42;
}
