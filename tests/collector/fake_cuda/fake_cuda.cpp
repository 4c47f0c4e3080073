// SPDX-License-Identifier: Apache-2.0
#include "tests/collector/fake_cuda/fake_cuda.h"

namespace pstudio::test {

namespace {

FakeDevice fakeDevice(std::string name, uint64_t memoryBytes, int major, int sms, int sharedBytes,
                      int sharedPerSm, int l2Bytes) {
  // Numbers of CUdevice_attribute: threads, extents, grid, warp, SMs, L2, threads and registers of
  // an SM, capability, cooperative launches, shared memory (SM, opt-in, reserved), clusters, tensor
  // maps.
  return {std::move(name),
          memoryBytes,
          {{1, 1024},
           {2, 1024},
           {3, 1024},
           {4, 64},
           {5, 2147483647},
           {6, 65535},
           {7, 65535},
           {10, 32},
           {16, sms},
           {38, l2Bytes},
           {39, 2048},
           {75, major},
           {76, 0},
           {81, sharedPerSm},
           {82, 65536},
           {95, 1},
           {97, sharedBytes},
           {111, 1024},
           {120, major >= 9 ? 1 : 0},
           {127, major >= 9 ? 1 : 0}}};
}

} // namespace

FakeDevice fakeH200() {
  return fakeDevice("NVIDIA H200", uint64_t(139) << 30, 9, 132, 232448, 233472, 62914560);
}

FakeDevice fakeA100() {
  return fakeDevice("NVIDIA A100", uint64_t(40) << 30, 8, 108, 166912, 167936, 41943040);
}

} // namespace pstudio::test
