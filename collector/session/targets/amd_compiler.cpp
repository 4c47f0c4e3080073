// SPDX-License-Identifier: Apache-2.0
// Implementation of HipCompiler by the code generator of this build (collector/codegen/amd).
#include "collector/codegen/to_amd/compile_kernel.h"
#include "collector/codegen/amd/device_library.h"
#include "collector/session/targets/hip_compiler.h"

namespace pstudio {
namespace {

class AmdCompiler final : public HipCompiler {
public:
  Result<std::string> identity(const HipChip &chip) const override {
    PSTUDIO_TRY_ASSIGN(const amd::Architecture known, amd::architectureNamed(chip.architecture));
    return "amd " + known.name + " step " + std::to_string(chip.referencePeriodNs) + " " +
           amd::deviceLibraryIdentity();
  }

  uint32_t counterBytesPerWave() const override { return kAmdCounterBytesPerUnit; }

  Nanoseconds timerTick(const HipChip &chip) const override {
    if (chip.referencePeriodNs != 0)
      return Nanoseconds(chip.referencePeriodNs);
    const auto known = amd::architectureNamed(chip.architecture);
    return Nanoseconds(known ? known->chip.referencePeriodNs() : 1);
  }

  bool countsTimerTicks(const HipChip &chip) const override {
    const auto known = amd::architectureNamed(chip.architecture);
    return known && !known->chip.hasShaderClock();
  }

  Result<HipCode> compile(KernelModule &module, const RunSpec &spec,
                          const HipChip &chip) const override {
    amd::CompileOptions options;
    PSTUDIO_TRY_ASSIGN(options.architecture, amd::architectureNamed(chip.architecture));
    options.block = spec.block;
    options.referencePeriodNs = chip.referencePeriodNs;
    PSTUDIO_TRY_ASSIGN(amd::AmdKernel kernel, amd::compileKernel(module, spec.function, options));
    return HipCode{std::move(kernel.entry), std::move(kernel.codeObject)};
  }
};

} // namespace

std::unique_ptr<HipCompiler> makeHipCompiler() {
  return std::make_unique<AmdCompiler>();
}

} // namespace pstudio
