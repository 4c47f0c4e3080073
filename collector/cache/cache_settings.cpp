// SPDX-License-Identifier: Apache-2.0
#include "collector/cache/cache_settings.h"

#include <cstdlib>

namespace pstudio {
namespace {

/// The specification has relative paths ignored.
std::filesystem::path absoluteFolder(const char *variable) {
  const char *value = std::getenv(variable);
  const std::filesystem::path path = value ? value : "";
  return path.is_absolute() ? path : std::filesystem::path();
}

} // namespace

CacheSettings cacheSettingsOfEnvironment() {
  CacheSettings settings;
  if (const char *folder = std::getenv(kCacheFolderVariable)) {
    settings.folder = folder;
    return settings;
  }
  std::filesystem::path caches = absoluteFolder("XDG_CACHE_HOME");
  if (caches.empty())
    if (const std::filesystem::path home = absoluteFolder("HOME"); !home.empty())
      caches = home / ".cache";
  if (!caches.empty())
    settings.folder = caches / "proton-studio" / "kernels";
  return settings;
}

} // namespace pstudio
