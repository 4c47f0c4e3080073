// SPDX-License-Identifier: Apache-2.0
// This build's code generator behind what the target hip asks of one.
#include "collector/codegen/amd/compile_kernel.h"
#include "collector/codegen/amd/device_library.h"
#include "collector/session/hip_compiler.h"

namespace pstudio {
namespace {

class AmdCompiler final : public HipCompiler {
public:
  Result<std::string> identity(const std::string &architecture) const override {
    PSTUDIO_TRY_ASSIGN(const amd::Architecture known, amd::architectureNamed(architecture));
    return "amd " + known.name + " " + amd::deviceLibraryIdentity();
  }

  uint32_t counterBytesPerWave() const override { return kAmdCounterBytesPerUnit; }

  Nanoseconds timerTick(const std::string &architecture) const override {
    const auto known = amd::architectureNamed(architecture);
    return Nanoseconds(known ? known->chip.referencePeriodNs() : 1);
  }

  Result<HipCode> compile(KernelModule &module, const RunSpec &spec,
                          const std::string &architecture) const override {
    amd::CompileOptions options;
    PSTUDIO_TRY_ASSIGN(options.architecture, amd::architectureNamed(architecture));
    options.block = spec.block;
    PSTUDIO_TRY_ASSIGN(amd::AmdKernel kernel, amd::compileKernel(module, spec.function, options));
    return HipCode{std::move(kernel.entry), std::move(kernel.codeObject)};
  }
};

} // namespace

std::unique_ptr<HipCompiler> makeHipCompiler() {
  return std::make_unique<AmdCompiler>();
}

} // namespace pstudio
