// SPDX-License-Identifier: Apache-2.0
// A device for the fake driver that runs the clock probe and one kernel, "twice", as functions of
// the host.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "core/record/record_layout.h"
#include "tests/collector/fake_cuda/fake_driver.h"
#include "tests/collector/fake_cuda/simulated_probe.h"
#include "tests/collector/session/twice_kernel.h"
#include "tests/support/record_emitter.h"

namespace pstudio::test {

inline constexpr uint32_t kThreads = 64;
inline constexpr uint32_t kCtas = 2;
inline constexpr uint32_t kSlots = 16;
inline constexpr int64_t kTickNs = kProbeTickNs;
inline constexpr double kPicosecondsPerCycle = kProbePicosecondsPerCycle;
constexpr int64_t kBootTimeNs = kProbeBootTimeNs;

inline const std::string kTwiceKernel = twiceKernel(kCtas * kThreads);

/// The kernels of a fake device, and the true time on it.
class SimulatedGpu {
public:
  void run(const FakeLaunch &launch, FakeMemory &memory) {
    if (launch.kernel == "pstudio_clock_probe")
      runSimulatedProbe(launch, memory, m_nowNs, isTicking);
    else
      runTwice(launch, memory);
  }

  int64_t now() const { return m_nowNs; } ///< true time [ns]
  void advanceTo(int64_t nowNs) { m_nowNs = std::max(m_nowNs, nowNs); }

  bool isTicking = true; ///< of the global timer
  bool isCorrect = true; ///< of the kernel's result
  bool writesRecords = true;
  bool isFinished = true; ///< false: each warp records a scope and then never ends

  int64_t cycleNow() const {
    return static_cast<int64_t>(double(m_nowNs) * 1000.0 / kPicosecondsPerCycle);
  }
  /// The global timer at a cycle [ns].
  static uint64_t timeOf(int64_t cycle) {
    const auto now = static_cast<int64_t>(double(cycle) * kPicosecondsPerCycle / 1000.0);
    return uint64_t(kBootTimeNs + now / kTickNs * kTickNs);
  }

private:
  void runTwice(const FakeLaunch &launch, FakeMemory &memory) {
    const std::vector<std::byte> &a = memory.at(launch.arguments[0]);
    std::vector<std::byte> &c = memory.at(launch.arguments[1]);
    for (size_t at = 0; at < a.size(); at += sizeof(float)) {
      float value = 0;
      std::memcpy(&value, a.data() + at, sizeof value);
      value = isCorrect ? value + value : value;
      std::memcpy(c.data() + at, &value, sizeof value);
    }
    if (launch.arguments.size() > 2 && writesRecords)
      writeRecords(memory.at(launch.arguments[2]));
    m_nowNs += 50'000;
  }

  void writeRecords(std::vector<std::byte> &profile) const {
    const int64_t begin = cycleNow();
    std::vector<std::byte> blocks;
    for (uint32_t cta = 0; cta < kCtas; ++cta) {
      BlockEmitter block(kThreads / 32, kSlots);
      block.program = {cta, 0, 0};
      block.hardwareId = 7 + cta;
      for (SegmentEmitter &unit : block.units) {
        unit.scopeStart(0, uint64_t(begin + 100));
        unit.scopeEnd(0, uint64_t(begin + 1100));
        unit.isFinalized = isFinished;
      }
      block.beginCycle = uint64_t(begin);
      block.beginTime = timeOf(begin);
      if (isFinished) {
        block.endCycle = uint64_t(begin + 2000);
        block.endTime = timeOf(begin + 2000);
      }
      block.appendTo(blocks);
    }
    profile = blocks;
  }

  int64_t m_nowNs = 1'000'000;
};

/// The clock probe and "twice" with its profile buffer, as the driver describes them.
inline std::vector<FakeKernel> kernelsOfSimulatedGpu() {
  return {{"pstudio_clock_probe", {{0, 1024}, {4, 18}}, {8, 8}},
          {"twice", {{0, 1024}, {1, 0}, {3, 0}, {4, 24}}, {8, 8, 8}}};
}

} // namespace pstudio::test
