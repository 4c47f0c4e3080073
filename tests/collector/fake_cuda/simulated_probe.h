// SPDX-License-Identifier: Apache-2.0
// Readings of the clock probe on a simulated device.
#pragma once

#include <cstdint>
#include <cstring>

#include "tests/collector/fake_cuda/fake_cuda.h"

namespace pstudio::test {

inline constexpr int64_t kProbeTickNs = 32;
inline constexpr double kProbePicosecondsPerCycle = 505.0;
inline constexpr int64_t kProbeBootTimeNs = 1'700'000'000'000'000'000;

/// Runs the kernel "pstudio_clock_probe" (collector/runtime/cuda/clock_probe.h) on SMs with exact
/// clocks. Takes 2 us, which it adds to `nowNs`. Writes no reading if the timer does not tick.
inline void runSimulatedProbe(const FakeLaunch &launch, FakeMemory &memory, int64_t &nowNs,
                              bool isTicking = true) {
  const auto store = [](std::byte *at, uint64_t word) { std::memcpy(at, &word, sizeof word); };
  std::vector<std::byte> &out = memory.at(launch.arguments[0]);
  const uint64_t readings = isTicking ? launch.arguments[1] : 0;
  const size_t stride = 8 + launch.arguments[1] * 16;
  for (uint32_t sm = 0; sm < launch.grid[0]; ++sm) {
    std::byte *cta = out.data() + sm * stride;
    store(cta, sm);
    for (uint64_t i = 0; i < readings; ++i) {
      const int64_t readNs = nowNs + static_cast<int64_t>(i) * 53;
      const auto cycle = static_cast<int64_t>(double(readNs) * 1000.0 / kProbePicosecondsPerCycle);
      std::byte *pair = cta + 8 + i * 16;
      store(pair, uint64_t(cycle));
      store(pair + 8, uint64_t(kProbeBootTimeNs + readNs / kProbeTickNs * kProbeTickNs));
    }
  }
  nowNs += 2000;
}

} // namespace pstudio::test
