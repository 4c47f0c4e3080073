// SPDX-License-Identifier: Apache-2.0
// A device for the fake HIP runtime that runs one kernel, "twice", as a function of the host:
// wavefronts of 64 lanes, records in the format of a kernel, a shader clock and a reference clock
// of 100 MHz.
#pragma once

#include <cstring>
#include <vector>

#include "core/base/little_endian.h"
#include "core/record/record_layout.h"
#include "tests/collector/fake_hip/fake_hip_library.h"
#include "tests/support/record_emitter.h"

namespace pstudio::test {

inline constexpr uint32_t kWaveThreads = 128; ///< of a CTA: two wavefronts
inline constexpr uint32_t kWaveCtas = 2;
inline constexpr uint32_t kWaveSlots = 16;
inline constexpr int64_t kReferenceTickNs = 10;
inline constexpr double kShaderPicosecondsPerCycle = 476.0; ///< 2.1 GHz
/// The active lanes of the second wavefront in its scope.
inline constexpr uint64_t kUpperLanes = 0xffff'ffff'0000'0000;
/// Reference time at the simulated time 0 [ns], since the start of the GPU's counter.
inline constexpr int64_t kReferenceBeginNs = 86'400'000'000'000;

/// The kernels of the fake device, and the true time on it.
class SimulatedAmdGpu {
public:
  bool isCorrect = true;  ///< of the kernel's result
  bool isFinished = true; ///< false: each wavefront records a scope and then never ends

  /// Duration of a CTA [ns].
  static constexpr int64_t kCtaNs = 47'600;
  /// Begin of the next launch on the simulation's own clock from 0 [ns].
  int64_t nowNs() const { return m_nowNs; }

  void run(const FakeHipLaunch &launch, FakeMemory &memory) {
    const std::vector<std::byte> &a = memory.at(launch.word(0));
    std::vector<std::byte> &c = memory.at(launch.word(8));
    for (size_t at = 0; at < a.size(); at += sizeof(float)) {
      float value = 0;
      std::memcpy(&value, a.data() + at, sizeof value);
      value = isCorrect ? value + value : value;
      std::memcpy(c.data() + at, &value, sizeof value);
    }
    if (launch.segment.size() > 16)
      writeRecords(memory.at(launch.word(16)));
    m_nowNs += 50'000;
  }

private:
  void writeRecords(std::vector<std::byte> &profile) const {
    const int64_t begin = cycleAt(m_nowNs);
    std::vector<std::byte> blocks;
    for (uint32_t cta = 0; cta < kWaveCtas; ++cta) {
      BlockEmitter block(kWaveThreads / 64, kWaveSlots);
      block.program = {cta, 0, 0};
      block.hardwareId = 3u << 8 | 2u << 5 | (7 + cta); // XCC 3, SE 2, CU 7 and 8
      block.units[0].scopeStart(0, uint64_t(begin + 100));
      block.units[0].scopeEnd(0, uint64_t(begin + 1100));
      block.units[1].partialScopeStart(0, uint64_t(begin + 100), kUpperLanes);
      block.units[1].partialScopeEnd(0, uint64_t(begin + 1100), kUpperLanes);
      for (SegmentEmitter &unit : block.units)
        unit.isFinalized = isFinished;
      block.beginCycle = uint64_t(begin);
      block.beginTime = referenceAt(begin);
      if (isFinished) {
        block.endCycle = uint64_t(begin + 100'000);
        block.endTime = referenceAt(begin + 100'000);
      }
      const size_t at = blocks.size();
      block.appendTo(blocks);
      storeLittle<uint16_t>(blocks.data() + at + record::kVersion, record::kWideLayoutVersion);
    }
    profile = blocks;
  }

  static int64_t cycleAt(int64_t nowNs) {
    return static_cast<int64_t>(double(nowNs) * 1000.0 / kShaderPicosecondsPerCycle);
  }
  static uint64_t referenceAt(int64_t cycle) {
    const auto now = static_cast<int64_t>(double(cycle) * kShaderPicosecondsPerCycle / 1000.0);
    return uint64_t(kReferenceBeginNs + now / kReferenceTickNs * kReferenceTickNs);
  }

  int64_t m_nowNs = 1'000'000;
};

} // namespace pstudio::test
