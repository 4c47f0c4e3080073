// SPDX-License-Identifier: Apache-2.0
// Where AMD's software may be installed.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "collector/runtime/library_search.h"

namespace pstudio {

/// Candidates of a library of ROCm: the value of `variable` if it is set; else the loader's own
/// search for each of `names`, then those that exist in `lib` of rocmFolders(), and in `wheels`
/// below pythonPackageFolders().
std::vector<std::string> rocmCandidates(const Environment &environment, const char *variable,
                                        LibraryNames names, std::span<const char *const> wheels);

/// Installations of ROCm: what ROCM_PATH and HIP_PATH name, /opt/rocm, /opt/rocm-* with the newest
/// first. Those that are not there are left in: what is below them is looked for anyway.
std::vector<std::filesystem::path> rocmFolders(const Environment &environment);

/// Folders of Python packages (site-packages, dist-packages) of the environment in use
/// (VIRTUAL_ENV, CONDA_PREFIX), of the user and of the machine, those that are there.
std::vector<std::filesystem::path> pythonPackageFolders(const Environment &environment);

} // namespace pstudio
