// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/scope_marks.h"

#include "collector/cache/cache_settings.h"

namespace pstudio::attach {
namespace {

constexpr std::string_view kModeVariable = "TRITON_INSTRUMENTATION_MODE";
/// Read by the Python package: the mode of kernels with marks.
constexpr std::string_view kScopesVariable = "PSTUDIO_ATTACH_SCOPES";
constexpr std::string_view kMarkedMode = "proton-studio-scopes";
constexpr std::string_view kMarkedFolder = "marked";

} // namespace

void markKernelScopes(Environment &environment, const std::filesystem::path &folder) {
  environment.set(kScopesVariable, std::string(kMarkedMode));
  if (environment.find(kModeVariable).value_or("").empty())
    environment.set(kModeVariable, std::string(kMarkedMode));
  environment.set("TRITON_CACHE_DIR", (folder / "triton").string());
  environment.set("TORCHINDUCTOR_CACHE_DIR", (folder / "inductor").string());
}

std::filesystem::path markedCacheFolder(bool usesCache, const std::filesystem::path &raw) {
  const std::filesystem::path kept =
      usesCache ? cacheSettingsOfEnvironment().folder : std::filesystem::path();
  return (kept.empty() ? raw : kept) / kMarkedFolder;
}

bool hasScopeMarks(std::string_view llvmIr) {
  return llvmIr.find("\"// pstudio scope ") != std::string_view::npos;
}

} // namespace pstudio::attach
