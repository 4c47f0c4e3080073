// SPDX-License-Identifier: Apache-2.0
// Instruments and lowers a kernel for an AMD GPU.
#include "collector/session/targets/compile_to_amd.h"

#include "collector/codegen/to_amd/instrumented_text.h"
#include "collector/session/compile/instrument_options.h"
#include "collector/session/target_name.h"
#include "collector/session/targets/amd_support.h"

namespace pstudio {
namespace {

constexpr uint64_t kLdsBytes = 64 * 1024;

Result<amd::Architecture> amdArchitectureOf(const RunSpec &spec) {
  const TargetName target = splitTarget(spec.target);
  if (target.name != "hip")
    return fail(ErrorCode::Unsupported, "target \"" + spec.target + "\" has no code for AMD's GPUs",
                {}, "choose a target such as \"hip:gfx942\"");
  if (target.architecture.empty())
    return fail(ErrorCode::InvalidInput, "the target names no GPU to compile for", {},
                "name one: \"hip:gfx942\"; tested are " + std::string(amd::kTestedArchitectures));
  return amd::architectureNamed(target.architecture);
}

} // namespace

DeviceLimits amdLimits(const amd::Architecture &architecture) {
  return {architecture.chip.lanesPerWave(),
          kLdsBytes,
          kAmdCounterBytesPerUnit,
          kLdsBytes,
          architecture.name,
          true};
}

Result<amd::AmdKernel> compileToAmd(const RunSpec &spec, KernelModule &module,
                                    const KernelSignature &signature, amd::Output output) {
  amd::CompileOptions options;
  PSTUDIO_TRY_ASSIGN(options.architecture, amdArchitectureOf(spec));
  PSTUDIO_TRY(checkAmdSpec(spec));
  PSTUDIO_TRY(amd::checkPortable(module, spec.function, options.architecture));
  options.block = spec.block;
  options.output = output;
  const DeviceLimits limits = amdLimits(options.architecture);
  PSTUDIO_TRY(checkSampling(spec, limits));
  PSTUDIO_TRY(module.instrument(spec.function, instrumentOptions(spec, signature, limits)));
  return amd::compileKernel(module, spec.function, options);
}

Result<std::string> instrumentForAmd(KernelModule &module, std::string_view chip,
                                     const std::array<uint32_t, 3> &block) {
  return amd::instrumentedIr(module, chip, block);
}

} // namespace pstudio
