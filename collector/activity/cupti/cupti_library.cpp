// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/cupti/cupti_library.h"

#include <algorithm>
#include <array>

#include "collector/runtime/library_search.h"

namespace pstudio::cupti {
namespace {

namespace fs = std::filesystem;

constexpr const char *kOverride = "PSTUDIO_CUPTI";
// Newest first; the last is what a toolkit's own link is called.
constexpr std::array kNames{"libcupti.so.13", "libcupti.so.12", "libcupti.so"};
constexpr std::array kFolders{"extras/CUPTI/lib64", "lib64", "lib", "targets/x86_64-linux/lib",
                              "targets/sbsa-linux/lib"};
constexpr uint32_t kOldestVersion = 19;            // CUDA 12.0
constexpr uint32_t kFirstOfNewCounting = 13'00'00; // 13.0
constexpr uint32_t kFirstUnknown = 14'00'00;

struct ToolkitVersion {
  uint32_t cupti;
  const char *toolkit;
};
constexpr std::array kToolkits{
    ToolkitVersion{17, "11.6"}, ToolkitVersion{18, "11.8"},         ToolkitVersion{19, "12.0"},
    ToolkitVersion{20, "12.2"}, ToolkitVersion{21, "12.3"},         ToolkitVersion{22, "12.4"},
    ToolkitVersion{23, "12.5"}, ToolkitVersion{24, "12.6"},         ToolkitVersion{26, "12.8"},
    ToolkitVersion{27, "12.9"}, ToolkitVersion{28, "12.9 Update 1"}};

void addBelow(const fs::path &folder, std::vector<std::string> &candidates) {
  for (const char *sub : kFolders)
    addLibrariesIn(folder / sub, kNames, candidates);
}

struct KnownResult {
  CuptiResult result;
  std::string_view hint;
};
constexpr std::string_view kCounterRights = "the administrator of the machine can allow it: "
                                            "https://developer.nvidia.com/ERR_NVGPUCTRPERM";
constexpr std::array kHints{
    KnownResult{CuptiResult::NotCompatible, "a driver as new as the library is needed"},
    KnownResult{CuptiResult::NotInitialized, "a driver as new as the library is needed"},
    KnownResult{CuptiResult::HardwareBusy,
                "another profiler (ncu, dcgm) is using the counters of the GPU"},
    KnownResult{CuptiResult::VirtualizedDeviceNotSupported,
                "virtual GPUs do not give it; use a machine that has the whole GPU"},
    KnownResult{CuptiResult::InsufficientPrivileges, kCounterRights},
    KnownResult{CuptiResult::MultipleSubscribersNotSupported,
                "another tool (nsys, ncu, a debugger, another profiler) has CUPTI in this process"},
    KnownResult{CuptiResult::VirtualizedDeviceInsufficientPrivileges, kCounterRights},
    KnownResult{CuptiResult::Unknown, "is the NVIDIA driver of this machine running?"}};

} // namespace

std::vector<std::string> libraryCandidates(const Environment &environment) {
  if (auto chosen = chosenLibrary(environment, kOverride, kNames))
    return *std::move(chosen);
  std::vector<std::string> candidates(kNames.begin(), kNames.end());
  for (const char *variable : {"CUDA_HOME", "CUDA_PATH"})
    if (const auto folder = environment(variable))
      addBelow(*folder, candidates);
  addBelow("/usr/local/cuda", candidates);
  for (const fs::path &folder : foldersIn("/usr/local", "cuda-"))
    addBelow(folder, candidates);
  return candidates;
}

std::string versionText(uint32_t version) {
  if (version >= kFirstOfNewCounting) {
    const uint32_t update = version % 100;
    return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) +
           (update ? " Update " + std::to_string(update) : "");
  }
  const auto *found = std::ranges::find(kToolkits, version, &ToolkitVersion::cupti);
  return found == kToolkits.end() ? "of an unknown version (" + std::to_string(version) + ")"
                                  : std::string(found->toolkit);
}

std::string versionProblem(uint32_t version) {
  if (version < kOldestVersion)
    return "CUPTI " + versionText(version) + " is too old: 12.0 or newer is needed";
  if (version >= kFirstUnknown)
    return "CUPTI " + versionText(version) +
           " is newer than this program, which supports the records of CUPTI 12 and 13";
  return {};
}

Result<std::shared_ptr<const Library>> Library::load(const std::string &path) {
  const std::shared_ptr<Library> library(new Library);
  PSTUDIO_TRY_ASSIGN(OpenedLibrary handle, openLibrary(path));
  PSTUDIO_TRY(pstudio::resolveAll(handle.get(), path, library->m_api));
  if (const CuptiResult r = library->m_api.cuptiGetVersion(&library->m_version);
      r != CuptiResult::Success)
    return tl::unexpected<Error>(library->error(r, "cuptiGetVersion", "opening " + path));
  if (std::string problem = versionProblem(library->m_version); !problem.empty())
    return fail(ErrorCode::Unsupported, std::move(problem), path);
  library->m_handle = handle.release();
  library->m_path = path;
  return std::shared_ptr<const Library>(library);
}

Result<std::shared_ptr<const Library>> Library::open(const Environment &environment) {
  return openFirst(libraryCandidates(environment), load, "CUPTI",
                   "install the CUDA toolkit, or set PSTUDIO_CUPTI to the file or its folder");
}

Error Library::error(CuptiResult result, std::string_view call, std::string_view doing) const {
  const char *name = nullptr;
  m_api.cuptiGetResultString(result, &name);
  const auto *known = std::ranges::find(kHints, result, &KnownResult::result);
  return {ErrorCode::Unsupported,
          std::string(doing) + ": " + std::string(call) + " failed with " +
              (name ? std::string(name) + " " : "error ") + "(" +
              std::to_string(static_cast<int>(result)) + ")",
          "", known == kHints.end() ? std::string() : std::string(known->hint)};
}

Result<void> Library::called(CuptiResult result, std::string_view call,
                             std::string_view doing) const {
  if (result == CuptiResult::Success)
    return {};
  return tl::unexpected<Error>(error(result, call, doing));
}

} // namespace pstudio::cupti
