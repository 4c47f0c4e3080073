// SPDX-License-Identifier: Apache-2.0
// The places of libcupti: that of the CUDA that the program brings comes first.
#include "collector/attach/shim/cupti_library.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string_view>
#include <vector>

#include <dlfcn.h>

#include "collector/attach/shim/loaded_libraries.h"

namespace pstudio::attach {

namespace {

constexpr std::string_view kCupti = "libcupti.so"; // .13, .2025.3.1

/// Where a library of the program has libcupti, from its own folder.
struct Neighbour {
  std::string_view library; ///< beginning of its name
  std::array<const char *, 3> folders;
};
constexpr std::array kNeighbours{
    Neighbour{"libcudart.so", {"", "../../cuda_cupti/lib/", "../extras/CUPTI/lib64/"}},
    Neighbour{"libtorch_cuda.so", {"../../nvidia/cu13/lib/", "../../nvidia/cuda_cupti/lib/", ""}},
};

/// The one of openCupti.
constinit std::atomic<void *> s_opened = nullptr;

std::vector<std::string> foldersOfProgram() {
  std::vector<std::string> folders;
  for (const std::string &path : loadedLibraries())
    for (const Neighbour &neighbour : kNeighbours)
      if (fileNameOf(path).starts_with(neighbour.library))
        for (const char *folder : neighbour.folders)
          folders.push_back(path.substr(0, path.find_last_of('/') + 1) + folder);
  return folders;
}

/// Triton's own, which Triton Proton uses, whether or not the program has imported Triton yet. It
/// leaves the driver where PyTorch's, of CUDA 13, stays in it after cuptiFinalize, so that no other
/// profiler of the process could begin (seen on an H200, docs/benchmarks/attach-h200.md).
std::vector<std::string> foldersOfTriton() {
  constexpr std::string_view kFolder = "triton/backends/nvidia/lib/cupti/";
  std::vector<std::string> folders;
  for (const std::string &path : loadedLibraries())
    for (const std::string_view packages : {"/site-packages/", "/dist-packages/"})
      if (const size_t at = path.find(packages); at != std::string::npos)
        if (std::string folder = path.substr(0, at + packages.size()).append(kFolder);
            std::find(folders.begin(), folders.end(), folder) == folders.end())
          folders.push_back(std::move(folder));
  return folders;
}

/// Newest first. libcupti of a later CUDA than the driver's cannot be used with it.
std::vector<std::string> namesFor(int driverMajor) {
  std::vector<std::string> names;
  for (const int major : {13, 12})
    if (driverMajor == 0 || major <= driverMajor)
      names.push_back("libcupti.so." + std::to_string(major));
  return names;
}

void *openFirst(const std::string &folder, const std::vector<std::string> &names) {
  for (const std::string &name : names)
    if (void *opened = dlopen((folder + name).c_str(), RTLD_LAZY | RTLD_LOCAL))
      return opened;
  return nullptr;
}

} // namespace

void *loadedCupti() {
  void *opened = s_opened.load(std::memory_order_acquire);
  for (const std::string &path : loadedLibraries())
    if (fileNameOf(path).starts_with(kCupti))
      if (void *library = dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD); library != opened)
        return library;
  return opened;
}

void *openCupti(int driverMajor, std::string &problem) {
  const std::vector<std::string> names = namesFor(driverMajor);
  if (names.empty()) {
    problem = "the driver is of CUDA " + std::to_string(driverMajor) + ", 12 or later is needed";
    return nullptr;
  }
  void *found = nullptr;
  for (const std::string &folder : foldersOfTriton())
    if (!found)
      found = openFirst(folder, names);
  if (!found)
    found = loadedCupti();
  std::vector<std::string> folders = foldersOfProgram();
  folders.emplace_back(); // LD_LIBRARY_PATH and the system's folders
  folders.emplace_back("/usr/local/cuda/extras/CUPTI/lib64/");
  folders.emplace_back("/usr/local/cuda/lib64/");
  std::string tried;
  for (const std::string &folder : folders) {
    if (!found)
      found = openFirst(folder, names);
    tried += folder.empty() ? "" : " " + folder;
  }
  dlerror(); // the program does not see what was tried
  s_opened.store(found, std::memory_order_release);
  if (!found)
    problem = names.front() + " is neither in LD_LIBRARY_PATH nor in" + tried;
  return found;
}

bool isInCupti(const void *address) {
  return isInLibrary(address, kCupti);
}

} // namespace pstudio::attach
