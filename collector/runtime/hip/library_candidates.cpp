// SPDX-License-Identifier: Apache-2.0
// Where the HIP runtime may be: packages, /opt/rocm, and wheels of Python.
#include <array>
#include <filesystem>

#include "collector/runtime/hip/hip_library.h"
#include "collector/runtime/library_search.h"

namespace pstudio::hip {
namespace {

namespace fs = std::filesystem;

constexpr const char *kOverride = "PSTUDIO_HIP";
// Newest first; the last is what a development package's link and PyTorch's copy are called.
constexpr std::array kNames{"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
                            "libamdhip64.so"};
// Below a folder of Python packages: ROCm's wheels, and PyTorch's with ROCm in it.
constexpr std::array kWheels{"_rocm_sdk_core/lib", "torch/lib"};

/// `root` is where a Python environment is installed: below it is lib/python3.11/site-packages.
void addWheels(const fs::path &root, std::vector<std::string> &candidates) {
  for (const fs::path &python : foldersIn(root / "lib", "python3"))
    for (const char *packages : {"site-packages", "dist-packages"})
      for (const char *wheel : kWheels)
        addLibrariesIn(python / packages / wheel, kNames, candidates);
}

} // namespace

std::vector<std::string> libraryCandidates(const Environment &environment) {
  if (auto chosen = chosenLibrary(environment, kOverride, kNames))
    return *std::move(chosen);
  std::vector<std::string> candidates(kNames.begin(), kNames.end());
  for (const char *variable : {"ROCM_PATH", "HIP_PATH"})
    if (const auto folder = environment(variable))
      addLibrariesIn(fs::path(*folder) / "lib", kNames, candidates);
  addLibrariesIn("/opt/rocm/lib", kNames, candidates);
  for (const fs::path &folder : foldersIn("/opt", "rocm-"))
    addLibrariesIn(folder / "lib", kNames, candidates);
  for (const char *variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const auto root = environment(variable))
      addWheels(*root, candidates);
  if (const auto home = environment("HOME"))
    addWheels(fs::path(*home) / ".local", candidates);
  addWheels("/usr/local", candidates);
  return candidates;
}

} // namespace pstudio::hip
