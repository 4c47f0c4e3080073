// SPDX-License-Identifier: Apache-2.0
// Where compiled kernels are kept, and how many.
#pragma once

#include <cstdint>
#include <filesystem>

namespace pstudio {

/// Environment variable that names the folder; set and empty: nothing is kept.
inline constexpr const char *kCacheFolderVariable = "PSTUDIO_CACHE_DIR";

struct CacheSettings {
  std::filesystem::path folder;            ///< empty: nothing is kept
  uint64_t maxBytes = uint64_t{256} << 20; ///< of all entries together
};

/// What the environment says: kCacheFolderVariable, else proton-studio/kernels in the user's folder
/// for caches (XDG_CACHE_HOME, else ~/.cache; XDG Base Directory Specification 0.8). Nothing is
/// kept where there is no such folder.
CacheSettings cacheSettingsOfEnvironment();

} // namespace pstudio
