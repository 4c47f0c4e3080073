// SPDX-License-Identifier: Apache-2.0
// Where AMD's software may be installed.
#pragma once

#include <filesystem>
#include <vector>

#include "collector/runtime/opened_library.h"

namespace pstudio {

/// Installations of ROCm: what ROCM_PATH and HIP_PATH name, /opt/rocm, /opt/rocm-* with the newest
/// first. Those that are not there are left in: what is below them is looked for anyway.
std::vector<std::filesystem::path> rocmFolders(const Environment &environment);

/// Folders of Python packages (site-packages, dist-packages) of the environment in use
/// (VIRTUAL_ENV, CONDA_PREFIX), of the user and of the machine, those that are there.
std::vector<std::filesystem::path> pythonPackageFolders(const Environment &environment);

} // namespace pstudio
