// SPDX-License-Identifier: Apache-2.0
// Where the HIP runtime may be: packages, /opt/rocm, and wheels of Python.
#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <system_error>

#include "collector/runtime/hip/hip_library.h"

namespace pstudio::hip {
namespace {

namespace fs = std::filesystem;

constexpr const char *kOverride = "PSTUDIO_HIP";
// Newest first; the last is what a development package's link and PyTorch's copy are called.
constexpr std::array kNames{"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5",
                            "libamdhip64.so"};
// Below a folder of Python packages: ROCm's wheels, and PyTorch's with ROCm in it.
constexpr std::array kWheels{"_rocm_sdk_core/lib", "torch/lib"};

void addFrom(const fs::path &folder, std::vector<std::string> &candidates) {
  for (const char *name : kNames) {
    std::error_code ignored;
    if (fs::exists(folder / name, ignored))
      candidates.push_back((folder / name).string());
  }
}

/// Folders in `parent` whose names begin with `prefix`, the last name first.
std::vector<fs::path> foldersIn(const fs::path &parent, std::string_view prefix) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const fs::directory_entry &entry : fs::directory_iterator(parent, ignored))
    if (entry.path().filename().string().starts_with(prefix))
      found.push_back(entry.path());
  std::ranges::sort(found, std::greater<>());
  return found;
}

/// `root` is where a Python environment is installed: below it is lib/python3.11/site-packages.
void addWheels(const fs::path &root, std::vector<std::string> &candidates) {
  for (const fs::path &python : foldersIn(root / "lib", "python3"))
    for (const char *packages : {"site-packages", "dist-packages"})
      for (const char *wheel : kWheels)
        addFrom(python / packages / wheel, candidates);
}

} // namespace

std::vector<std::string> libraryCandidates(const Environment &environment) {
  std::vector<std::string> candidates;
  if (const auto chosen = environment(kOverride)) {
    std::error_code ignored;
    if (!fs::is_directory(*chosen, ignored))
      return {*chosen};
    for (const char *name : kNames)
      candidates.push_back((fs::path(*chosen) / name).string());
    return candidates;
  }
  candidates.assign(kNames.begin(), kNames.end());
  for (const char *variable : {"ROCM_PATH", "HIP_PATH"})
    if (const auto folder = environment(variable))
      addFrom(fs::path(*folder) / "lib", candidates);
  addFrom("/opt/rocm/lib", candidates);
  for (const fs::path &folder : foldersIn("/opt", "rocm-"))
    addFrom(folder / "lib", candidates);
  for (const char *variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const auto root = environment(variable))
      addWheels(*root, candidates);
  if (const auto home = environment("HOME"))
    addWheels(fs::path(*home) / ".local", candidates);
  addWheels("/usr/local", candidates);
  return candidates;
}

} // namespace pstudio::hip
