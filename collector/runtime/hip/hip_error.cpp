// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/hip_error.h"

#include <algorithm>
#include <array>

namespace pstudio::hip {
namespace {

struct KnownResult {
  HipResult result;
  bool endsDevice;
  std::string_view hint;
};

constexpr std::string_view kFindPlace =
    "run the kernel without instrumentation with AMD_LOG_LEVEL=3, or under rocgdb, to find the "
    "place; dmesg names the address";
constexpr std::string_view kOldLibrary =
    "it has to be code for this GPU (rocminfo names it), of a version that the library knows";

// Results that are not listed neither end the device nor have a hint.
constexpr std::array kKnownResults{
    KnownResult{HipResult::OutOfMemory, false,
                "use smaller buffers, or end what else uses the GPU (rocm-smi --showpids)"},
    KnownResult{HipResult::NotInitialized, false, "rocminfo says whether ROCm works here"},
    KnownResult{HipResult::Deinitialized, true, ""},
    KnownResult{HipResult::InvalidConfiguration, false, "use fewer threads in a CTA"},
    KnownResult{HipResult::InsufficientDriver, false,
                "the amdgpu kernel driver is older than the library: update it"},
    KnownResult{HipResult::InvalidImage, false, kOldLibrary},
    KnownResult{HipResult::NoBinaryForGpu, false, kOldLibrary},
    KnownResult{HipResult::InvalidKernelFile, false, kOldLibrary},
    KnownResult{HipResult::EccNotCorrectable, true,
                "the GPU's memory is faulty: see rocm-smi --showrasinfo"},
    KnownResult{HipResult::IllegalAddress, true, kFindPlace},
    KnownResult{HipResult::LaunchOutOfResources, false,
                "use fewer threads or registers, or less local data share (LDS)"},
    KnownResult{HipResult::LaunchTimeOut, true, "the driver stopped the kernel: see dmesg"},
    KnownResult{HipResult::ContextIsDestroyed, true, ""},
    KnownResult{HipResult::Assert, true, ""},
    KnownResult{HipResult::LaunchFailure, true, kFindPlace},
    KnownResult{HipResult::Unknown, true, "dmesg may hold a message of amdgpu that says more"},
    KnownResult{HipResult::RuntimeMemory, true, "see dmesg"},
    KnownResult{HipResult::RuntimeOther, true, "see dmesg"},
};

const KnownResult *find(HipResult result) {
  const auto *found = std::ranges::find(kKnownResults, result, &KnownResult::result);
  return found == kKnownResults.end() ? nullptr : found;
}

} // namespace

std::string describe(const HipApi &api, HipResult result) {
  const char *name = api.hipGetErrorName(result);
  const char *text = api.hipGetErrorString(result);
  const std::string description =
      std::string(name ? name : "error") + " (" + std::to_string(static_cast<int>(result)) + ")";
  // Older versions give the name for the text too.
  return text && (!name || std::string_view(name) != text) ? description + ": " + text
                                                           : description;
}

bool endsDevice(HipResult result) {
  const KnownResult *known = find(result);
  return known && known->endsDevice;
}

std::string_view hintFor(HipResult result) {
  const KnownResult *known = find(result);
  return known ? known->hint : std::string_view();
}

Error hipError(const HipApi &api, HipResult result, std::string_view call, std::string_view doing,
               ErrorCode code) {
  return {code,
          std::string(doing) + ": " + std::string(call) + " failed with " + describe(api, result),
          "", std::string(hintFor(result))};
}

std::string versionText(uint32_t version) {
  return std::to_string(majorOf(version)) + "." + std::to_string(version / 100'000 % 100);
}

} // namespace pstudio::hip
