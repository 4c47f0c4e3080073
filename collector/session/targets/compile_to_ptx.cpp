// SPDX-License-Identifier: Apache-2.0
// Instruments and lowers a kernel; needs a device only to choose the architecture.
#include "collector/session/targets/compile_to_ptx.h"

#include "collector/codegen/to_nvidia/compile_kernel.h"
#include "collector/codegen/to_nvidia/compile_lifted.h"
#include "collector/collector.h"
#include "collector/session/compile/callback_buffer.h"
#include "collector/session/compile/instrument_options.h"
#include "collector/session/target_name.h"
#include "collector/session/targets/cuda_target.h"
#include "collector/session/targets/device_architecture.h"

namespace pstudio {
namespace {

/// Shared memory that a CTA can get by opting in [bytes]: "Technical Specifications per Compute
/// Capability" of the CUDA C++ Programming Guide. For records in shared memory only.
uint64_t sharedBytesPerCta(uint32_t capability) {
  switch (capability) {
  case 86:
  case 89:
  case 120:
  case 121:
    return 99 * 1024;
  case 80:
  case 87:
    return 163 * 1024;
  default:
    return 227 * 1024;
  }
}

Result<nvidia::Architecture> nvidiaArchitectureOf(const RunSpec &spec, const KernelModule &module) {
  const TargetName target = splitTarget(spec.target);
  if (target.name != "cuda")
    return fail(ErrorCode::Unsupported, "target \"" + spec.target + "\" has no PTX", {},
                "choose a target such as \"cuda:sm_90a\"");
  if (module.lifted())
    return nvidia::architectureOfPtx(*module.lifted(), target.architecture);
  if (!target.architecture.empty())
    return nvidia::architectureNamed(target.architecture);
  Result<nvidia::Architecture> architecture = deviceArchitecture(CudaOptions().library);
  if (!architecture)
    return fail(ErrorCode::Unsupported,
                "no device determines the architecture: " + architecture.error().message, {},
                "name one: \"cuda:sm_90a\"");
  return architecture;
}

class Silence final : public ProgressSink {
public:
  void stage(std::string_view) override {}
  void fraction(double) override {}
  void log(std::string_view) override {}
};

} // namespace

Result<nvidia::PtxKernel> compileToPtx(const RunSpec &spec, KernelModule &module,
                                       const KernelSignature &signature) {
  nvidia::CompileOptions options;
  PSTUDIO_TRY_ASSIGN(options.architecture, nvidiaArchitectureOf(spec, module));
  options.block = spec.block;
  // The system reserves 1 KiB of an SM's shared memory for each CTA.
  const uint64_t perCta = sharedBytesPerCta(options.architecture.capability);
  const DeviceLimits limits{32, perCta, kNvidiaCounterBytesPerUnit, perCta + 1024, {}, true};
  InstrumentOptions instrument = instrumentOptions(spec, signature, limits);
  Silence silence;
  PSTUDIO_TRY_ASSIGN(instrument.callbacks, callbackCodeOf(spec, silence));
  PSTUDIO_TRY(module.instrument(spec.function, instrument));
  return nvidia::compileKernel(module, spec.function, options);
}

} // namespace pstudio
