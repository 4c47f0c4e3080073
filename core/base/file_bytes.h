// SPDX-License-Identifier: Apache-2.0
// The whole content of a file in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio {

/// Owns the bytes. The file is read, not mapped: if another process truncates a mapped file, access
/// to it ends this process (SIGBUS).
class FileBytes {
public:
  /// Reads a regular file. Errors name the file and the cause: Io, or InvalidInput if it has more
  /// than `maxBytes`.
  static Result<FileBytes> read(const std::filesystem::path &path, uint64_t maxBytes = UINT64_MAX);
  /// The first `bytes` bytes of a file, or all if it has fewer; errors as read().
  static Result<FileBytes> readBeginning(const std::filesystem::path &path, uint64_t bytes);
  /// The content of a file as a text; errors as read().
  static Result<std::string> readText(const std::filesystem::path &path,
                                      uint64_t maxBytes = UINT64_MAX);
  /// Valid as long as this object.
  std::span<const std::byte> bytes() const { return {m_bytes.get(), m_size}; }
  /// The same bytes.
  std::string_view text() const { return {reinterpret_cast<const char *>(m_bytes.get()), m_size}; }

private:
  static Result<FileBytes> readUpTo(const std::filesystem::path &path, uint64_t maxBytes,
                                    bool isBeginning);

  std::unique_ptr<std::byte[]> m_bytes;
  size_t m_size = 0;
};

} // namespace pstudio
