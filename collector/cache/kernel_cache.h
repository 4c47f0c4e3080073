// SPDX-License-Identifier: Apache-2.0
// Compiled kernels on disk, by key. Layout of an entry: FORMAT.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "collector/cache/cache_settings.h"

namespace pstudio {

/// What looking something up found.
enum class CacheLookup : uint8_t {
  Hit,
  Miss,
  Damaged, ///< there was an entry, but it is cut short, altered or of another version
};

/// A folder of entries. Several processes may use one folder at once: an entry is put in its place
/// whole, by renaming, and what disappears while it is looked at is a miss. Nothing here fails a
/// run: a folder that cannot be read is empty, and what cannot be written is not kept. [not
/// thread-safe]
class KernelCache {
public:
  explicit KernelCache(CacheSettings settings) : m_settings(std::move(settings)) {}

  bool isEnabled() const { return !m_settings.folder.empty(); }

  struct Found {
    CacheLookup lookup = CacheLookup::Miss;
    std::string bytes; ///< of a hit
  };
  /// `key` as CacheKeyBuilder makes it. A hit counts as the entry's latest use. A damaged entry is
  /// removed, so that it is made anew. O(bytes of the entry).
  Found find(std::string_view key) const;

  /// Keeps an entry, then removes those that were not used for the longest time until the rest fits
  /// the bound, which is at least one entry. Returns why it could not be kept, for the log.
  /// O(entries of the folder).
  std::optional<std::string> keep(std::string_view key, std::string_view bytes) const;

  /// An entry that makes no sense to its reader, for example one of another build.
  void forget(std::string_view key) const;

private:
  std::filesystem::path pathOf(std::string_view key) const;
  void evict(const std::filesystem::path &newest) const;

  CacheSettings m_settings;
};

} // namespace pstudio
