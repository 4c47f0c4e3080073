// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/hip_error.h"

#include <array>

#include "collector/runtime/gpu/driver_error.h"

namespace pstudio::hip {
namespace {

using gpu::KnownResult;

constexpr std::string_view kFindPlace =
    "run the kernel without instrumentation with AMD_LOG_LEVEL=3, or under rocgdb, to find the "
    "place; dmesg names the address";
constexpr std::string_view kOldLibrary =
    "use code for this GPU (rocminfo names it), of a version that the library supports";

constexpr std::array kKnownResults{
    KnownResult{HipResult::OutOfMemory, false,
                "use smaller buffers, or end what else uses the GPU (rocm-smi --showpids)"},
    KnownResult{HipResult::NotInitialized, false, "rocminfo shows whether ROCm works here"},
    KnownResult{HipResult::Deinitialized, true, ""},
    KnownResult{HipResult::InvalidConfiguration, false, "use fewer threads in a CTA"},
    KnownResult{HipResult::InsufficientDriver, false,
                "the amdgpu kernel driver is older than the library: update it"},
    KnownResult{HipResult::InvalidImage, false, kOldLibrary},
    KnownResult{HipResult::NoBinaryForGpu, false, kOldLibrary},
    KnownResult{HipResult::InvalidKernelFile, false, kOldLibrary},
    KnownResult{HipResult::EccUncorrectable, true,
                "the GPU's memory is faulty: see rocm-smi --showrasinfo"},
    KnownResult{HipResult::IllegalAddress, true, kFindPlace},
    KnownResult{HipResult::LaunchOutOfResources, false,
                "use fewer threads or registers, or less local data share (LDS)"},
    KnownResult{HipResult::LaunchTimeout, true, "the driver stopped the kernel: see dmesg"},
    KnownResult{HipResult::ContextIsDestroyed, true, ""},
    KnownResult{HipResult::Assert, true, ""},
    KnownResult{HipResult::LaunchFailed, true, kFindPlace},
    KnownResult{HipResult::Unknown, true, "dmesg may contain a message of amdgpu with details"},
    KnownResult{HipResult::RuntimeMemory, true, "see dmesg"},
    KnownResult{HipResult::RuntimeOther, true, "see dmesg"},
};

} // namespace

std::string describe(const HipApi &api, HipResult result) {
  return gpu::describeResult(result, api.hipGetErrorName(result), api.hipGetErrorString(result));
}

bool endsDevice(HipResult result) {
  return gpu::endsDevice(kKnownResults, result);
}

Error hipError(const HipApi &api, HipResult result, std::string_view call, std::string_view doing,
               ErrorCode code) {
  return gpu::callError(call, doing, describe(api, result), gpu::hintFor(kKnownResults, result),
                        code);
}

std::string versionText(uint32_t version) {
  return std::to_string(majorOf(version)) + "." + std::to_string(version / 100'000 % 100);
}

} // namespace pstudio::hip
