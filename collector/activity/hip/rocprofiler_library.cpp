// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/hip/rocprofiler_library.h"

#include <array>

#include "collector/runtime/library_search.h"
#include "collector/runtime/rocm_folders.h"

namespace pstudio::roc {
namespace {

constexpr std::array kNames{"librocprofiler-sdk.so.1", "librocprofiler-sdk.so.0",
                            "librocprofiler-sdk.so"};
constexpr uint32_t kOldest = 500;
constexpr uint32_t kFirstUnknown = 20'000;

std::string versionText(uint32_t version) {
  return std::to_string(version / 10'000) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

/// The number of a kind by its name: numbers may move between versions.
template <class Query> uint32_t kindNamed(const Query &query, std::string_view wanted) {
  for (uint32_t kind = 1; kind < kRocprofilerKinds; ++kind) {
    const char *name = nullptr;
    if (query(kind, &name, nullptr) == RocprofilerStatus::Success && name && name == wanted)
      return kind;
  }
  return 0;
}

/// The HIP runtime finds its functions among the process's, so they have to be visible.
Result<OpenedLibrary> openVisibly(const std::string &path) {
  OpenedLibrary library(dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL));
  if (library)
    return library;
  const char *reason = dlerror();
  return fail(ErrorCode::Unsupported, reason ? reason : path);
}

} // namespace

std::vector<std::string> rocprofilerCandidates(const Environment &environment) {
  static constexpr std::array kWheels{"_rocm_sdk_core/lib"};
  return rocmCandidates(environment, "PSTUDIO_ROCPROFILER", kNames, kWheels);
}

Result<std::shared_ptr<const RocprofilerLibrary>>
RocprofilerLibrary::load(const std::string &path) {
  PSTUDIO_TRY_ASSIGN(OpenedLibrary handle, openVisibly(path));
  const std::shared_ptr<RocprofilerLibrary> library(new RocprofilerLibrary);
  RocprofilerApi &api = library->m_api;
  PSTUDIO_TRY(resolveAll(handle.get(), path, api));
  uint32_t major = 0, minor = 0, patch = 0;
  PSTUDIO_TRY(library->called(api.rocprofiler_get_version(&major, &minor, &patch),
                              "rocprofiler_get_version"));
  library->m_version = major * 10'000 + minor * 100 + patch;
  if (library->m_version < kOldest)
    return fail(ErrorCode::Unsupported,
                library->name() + " is too old: 0.5 (ROCm 6.3) or newer is needed");
  if (library->m_version >= kFirstUnknown)
    return fail(
        ErrorCode::Unsupported,
        library->name() +
            " is newer than this program, which supports the records of rocprofiler-sdk 0.5 to 1");
  const auto &records = api.rocprofiler_query_buffer_tracing_kind_name;
  library->m_kinds = {kindNamed(records, "KERNEL_DISPATCH"), kindNamed(records, "MEMORY_COPY"),
                      kindNamed(records, "HIP_RUNTIME_API"),
                      kindNamed(api.rocprofiler_query_callback_tracing_kind_name, "CODE_OBJECT")};
  if (library->m_kinds.dispatch == 0 || library->m_kinds.codeObject == 0)
    return fail(ErrorCode::Unsupported, library->name() + " does not record kernels");
  static_cast<void>(handle.release());
  return std::shared_ptr<const RocprofilerLibrary>(library);
}

Result<std::shared_ptr<const RocprofilerLibrary>>
RocprofilerLibrary::open(const Environment &environment) {
  return openFirst(rocprofilerCandidates(environment), load, "rocprofiler-sdk", "");
}

std::string RocprofilerLibrary::name() const {
  return "rocprofiler-sdk " + versionText(m_version);
}

Result<void> RocprofilerLibrary::called(RocprofilerStatus status, const char *call) const {
  if (status == RocprofilerStatus::Success)
    return {};
  const char *text = m_api.rocprofiler_get_status_string(status);
  return fail(ErrorCode::Unsupported, name() + ": " + call + " failed with " +
                                          (text ? std::string(text) + " " : std::string()) + "(" +
                                          std::to_string(static_cast<int>(status)) + ")");
}

} // namespace pstudio::roc
