// SPDX-License-Identifier: Apache-2.0
// A hidden folder next to the output for incomplete files of a run.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace pstudio::cli {

/// A hidden folder in the folder of the output file; the destructor removes it with its contents. A
/// file moves from it to its place in one step, as both are in one file system. [not thread-safe]
class StagingFolder {
public:
  /// Fails with Io if `output` cannot become a file: its folder is missing or not writable, or it
  /// is a folder itself.
  static Result<StagingFolder> makeFor(const std::filesystem::path &output);

  StagingFolder(StagingFolder &&other) noexcept : m_path(std::move(other.m_path)) {
    other.m_path.clear();
  }
  StagingFolder &operator=(StagingFolder &&) = delete;
  ~StagingFolder();

  const std::filesystem::path &path() const { return m_path; }

private:
  explicit StagingFolder(std::filesystem::path path) : m_path(std::move(path)) {}
  std::filesystem::path m_path;
};

} // namespace pstudio::cli
