// SPDX-License-Identifier: Apache-2.0
// Reasons why HIP may show no GPU: the driver's files, access rights, environment variables.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "collector/runtime/opened_library.h"

namespace pstudio::hip {

/// A reason and its remedy.
struct AccessProblem {
  std::string what;
  std::string remedy;
};

/// Reasons that can be detected without the library, the most probable one first; empty if none is
/// detected. `devices` is the folder of the driver's files.
///
/// - No `kfd`: the driver is not loaded, or the container does not have its file.
/// - `kfd` or all of `dri/renderD*` cannot be opened: the user is not in the group that owns it.
/// - Environment variables hide all devices. ROCR_VISIBLE_DEVICES is applied first.
///   HIP_VISIBLE_DEVICES, CUDA_VISIBLE_DEVICES and GPU_DEVICE_ORDINAL number the remaining devices
///   from 0. Each of them may select no device (ROCm documentation, "GPU isolation techniques").
/// - `library`, the file of the HIP runtime, is part of a Python wheel, and there is no `kfd`:
///   wheels of ROCm contain everything but the driver.
std::vector<AccessProblem> accessProblems(const Environment &environment,
                                          const std::filesystem::path &devices = "/dev",
                                          const std::filesystem::path &library = {});

/// One error for all problems: "WHAT: reason; reason". Its hint is the first remedy, or the tools
/// that help to find the reason if there is no problem.
Error noDeviceError(const std::string &what, const std::vector<AccessProblem> &problems);

} // namespace pstudio::hip
