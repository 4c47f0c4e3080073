// SPDX-License-Identifier: Apache-2.0
// A file for another program to read or write.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"

namespace pstudio {

/// A file of this process's own, in the folder for temporary files, that is removed with the
/// object.
class TemporaryFile {
public:
  /// Io if it cannot be made or filled.
  static Result<TemporaryFile> containing(std::string_view bytes);
  TemporaryFile(TemporaryFile &&other) noexcept : m_path(std::exchange(other.m_path, {})) {}
  TemporaryFile &operator=(TemporaryFile &&) = delete;
  ~TemporaryFile();

  const std::string &path() const { return m_path; }

private:
  explicit TemporaryFile(std::string path) : m_path(std::move(path)) {}
  std::string m_path;
};

} // namespace pstudio
