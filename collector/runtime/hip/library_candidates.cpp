// SPDX-License-Identifier: Apache-2.0
// Where the HIP runtime may be: packages, /opt/rocm, and wheels of Python.
#include <array>

#include "collector/runtime/hip/hip_library.h"
#include "collector/runtime/rocm_folders.h"

namespace pstudio::hip {
namespace {

constexpr const char *kOverride = "PSTUDIO_HIP";
// Newest first; the last is what a development package's link and PyTorch's copy are called.
constexpr std::array kNames{"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
                            "libamdhip64.so"};
// Below a folder of Python packages: ROCm's wheels, and PyTorch's with ROCm in it.
constexpr std::array kWheels{"_rocm_sdk_core/lib", "torch/lib"};

} // namespace

std::vector<std::string> libraryCandidates(const Environment &environment) {
  return rocmCandidates(environment, kOverride, kNames, kWheels);
}

} // namespace pstudio::hip
