// SPDX-License-Identifier: Apache-2.0
// The kernel "twice" of SimulatedAmdGpu for a session: its source, and code objects without code,
// because the fake device runs a function of the host.
#pragma once

#include <string>

#include "collector/session/targets/hip_compiler.h"
#include "tests/collector/fake_hip/simulated_amd_gpu.h"
#include "tests/collector/session/twice_kernel.h"

namespace pstudio::test {

inline const std::string kTwiceForAmd = twiceKernel(kWaveCtas * kWaveThreads);

/// The specification of "twice" in all tests: the file `file`, two wavefronts in each CTA.
inline RunSpec twiceForAmd(const std::filesystem::path &file) {
  RunSpec spec;
  spec.kernelFile = file;
  spec.function = "twice";
  spec.target = "hip";
  spec.grid = {kWaveCtas, 1, 1};
  spec.block = {kWaveThreads, 1, 1};
  spec.arguments.push_back({"A", BufferArgument{DType::F32, {256}, IotaInit{}}});
  spec.arguments.push_back({"C", BufferArgument{DType::F32, {256}, ZerosInit{}}});
  spec.checks.push_back({"C", "add", {"A", "A"}, {}, 0.0});
  spec.mode.slotsPerUnit = kWaveSlots;
  spec.timeLimitSeconds = 0.2;
  return spec;
}

/// Produces code objects without code, for every architecture except gfx9999.
class ScriptedCompiler final : public HipCompiler {
public:
  /// `compiles` counts the compiles of instrumented specifications: with records, and then without.
  explicit ScriptedCompiler(size_t &compiles) : m_compiles(compiles) {}

  Result<std::string> identity(const HipChip &chip) const override {
    if (chip.architecture == "gfx9999")
      return fail(ErrorCode::Unsupported, "no code can be made for gfx9999");
    return "test " + chip.architecture + " " + std::to_string(chip.referencePeriodNs);
  }
  uint32_t counterBytesPerWave() const override { return 16; }
  Nanoseconds timerTick(const HipChip &chip) const override {
    return Nanoseconds(chip.referencePeriodNs ? chip.referencePeriodNs : kReferenceTickNs);
  }
  bool countsTimerTicks(const HipChip &chip) const override {
    return chip.architecture.starts_with("gfx11");
  }
  Result<HipCode> compile(KernelModule &, const RunSpec &spec, const HipChip &chip) const override {
    // A run compiles the instrumented kernel first, then the same kernel without records.
    const bool hasRecords = spec.mode.enabled && m_compiles++ % 2 == 0;
    hip::KernelLayout layout =
        layoutWith(spec.function, std::vector<uint32_t>(hasRecords ? 3 : 2, 8));
    layout.target = "amdgcn-amd-amdhsa--" + chip.architecture;
    layout.vectorRegisters = hasRecords ? 24 : 12;
    return HipCode{spec.function, codeObjectOf(layout)};
  }

private:
  size_t &m_compiles;
};

} // namespace pstudio::test
