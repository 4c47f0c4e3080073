// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/rocm_folders.h"

#include <system_error>

namespace pstudio {
namespace {

namespace fs = std::filesystem;

/// `root` is where a Python environment is installed: below it is lib/python3.11/site-packages.
void addPackages(const fs::path &root, std::vector<fs::path> &folders) {
  for (const fs::path &python : foldersIn(root / "lib", "python3"))
    for (const char *packages : {"site-packages", "dist-packages"}) {
      std::error_code ignored;
      if (fs::is_directory(python / packages, ignored))
        folders.push_back(python / packages);
    }
}

} // namespace

std::vector<std::string> rocmCandidates(const Environment &environment, const char *variable,
                                        LibraryNames names, std::span<const char *const> wheels) {
  if (auto chosen = chosenLibrary(environment, variable, names))
    return *std::move(chosen);
  std::vector<std::string> candidates(names.begin(), names.end());
  for (const fs::path &rocm : rocmFolders(environment))
    addLibrariesIn(rocm / "lib", names, candidates);
  for (const fs::path &packages : pythonPackageFolders(environment))
    for (const char *wheel : wheels)
      addLibrariesIn(packages / wheel, names, candidates);
  return candidates;
}

std::vector<fs::path> rocmFolders(const Environment &environment) {
  std::vector<fs::path> folders;
  for (const char *variable : {"ROCM_PATH", "HIP_PATH"})
    if (const auto folder = environment(variable))
      folders.emplace_back(*folder);
  folders.emplace_back("/opt/rocm");
  for (fs::path &folder : foldersIn("/opt", "rocm-"))
    folders.push_back(std::move(folder));
  return folders;
}

std::vector<fs::path> pythonPackageFolders(const Environment &environment) {
  std::vector<fs::path> folders;
  for (const char *variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const auto root = environment(variable))
      addPackages(*root, folders);
  if (const auto home = environment("HOME"))
    addPackages(fs::path(*home) / ".local", folders);
  addPackages("/usr/local", folders);
  return folders;
}

} // namespace pstudio
