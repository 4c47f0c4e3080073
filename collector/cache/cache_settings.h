// SPDX-License-Identifier: Apache-2.0
// Folder and maximum size of the compiled kernels.
#pragma once

#include <cstdint>
#include <filesystem>

namespace pstudio {

/// Environment variable with the folder; set and empty: no kernel is stored.
inline constexpr const char *kCacheFolderVariable = "PSTUDIO_CACHE_DIR";

struct CacheSettings {
  std::filesystem::path folder;            ///< empty: no kernel is stored
  uint64_t maxBytes = uint64_t{256} << 20; ///< of all entries together
};

/// The settings of the environment: kCacheFolderVariable, else proton-studio/kernels in the user's
/// cache folder (XDG_CACHE_HOME, else ~/.cache; XDG Base Directory Specification 0.8). Without such
/// a folder, no kernel is stored.
CacheSettings cacheSettingsOfEnvironment();

} // namespace pstudio
