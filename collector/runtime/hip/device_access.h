// SPDX-License-Identifier: Apache-2.0
// Why HIP may show no GPU: the driver's files, rights to them, and variables that hide devices.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "collector/runtime/opened_library.h"

namespace pstudio::hip {

/// A reason and what to do about it.
struct AccessProblem {
  std::string what;
  std::string remedy;
};

/// What can be seen from outside of the library, the likeliest reason first; empty if nothing is
/// wrong that shows. `devices` is the folder of the driver's files.
///
/// - No `kfd`: the driver is not there, or the container does not have it.
/// - `kfd` or all of `dri/renderD*` may not be opened: the user is not in the group that owns it.
/// - ROCR_VISIBLE_DEVICES chooses first; HIP_VISIBLE_DEVICES, CUDA_VISIBLE_DEVICES and
///   GPU_DEVICE_ORDINAL then count what it left from 0, and any of them may name none (ROCm
///   documentation, "GPU isolation techniques").
/// - `library`, the file of the HIP runtime, is of a Python wheel, and there is no `kfd`: wheels of
///   ROCm have everything but the driver.
std::vector<AccessProblem> accessProblems(const Environment &environment,
                                          const std::filesystem::path &devices = "/dev",
                                          const std::filesystem::path &library = {});

/// All of them in one error: "WHAT: reason; reason" with the first remedy, or how to look further.
Error noDeviceError(const std::string &what, const std::vector<AccessProblem> &problems);

} // namespace pstudio::hip
