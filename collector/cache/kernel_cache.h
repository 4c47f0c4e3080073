// SPDX-License-Identifier: Apache-2.0
// Compiled kernels on disk, by key. Layout of an entry: FORMAT.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "collector/cache/cache_settings.h"

namespace pstudio {

/// Result of a lookup.
enum class CacheLookup : uint8_t {
  Hit,
  Miss,
  Damaged, ///< there is an entry, but it is truncated, altered or of another version
};

/// A folder of entries. Several processes may use one folder at once: an entry is written
/// completely and then renamed, and an entry that disappears during a lookup is a miss. The cache
/// never fails a run: an unreadable folder is empty, and an entry that cannot be written is not
/// kept. [not thread-safe]
class KernelCache {
public:
  explicit KernelCache(CacheSettings settings) : m_settings(std::move(settings)) {}

  bool isEnabled() const { return !m_settings.folder.empty(); }

  struct Found {
    CacheLookup lookup = CacheLookup::Miss;
    std::string bytes; ///< of a hit
  };
  /// `key` as CacheKeyBuilder makes it. A hit counts as the entry's latest use. A damaged entry is
  /// removed, so that it is rebuilt. O(bytes of the entry).
  Found find(std::string_view key) const;

  /// Stores an entry, then removes the least recently used entries until the rest, at least one
  /// entry, is within the limit. Returns the reason if the entry could not be stored, for the log.
  /// O(entries of the folder).
  std::optional<std::string> keep(std::string_view key, std::string_view bytes) const;

  /// Removes an entry that its reader rejects, for example one of another build.
  void forget(std::string_view key) const;

private:
  std::filesystem::path pathOf(std::string_view key) const;
  void evict(const std::filesystem::path &newest) const;

  CacheSettings m_settings;
};

} // namespace pstudio
