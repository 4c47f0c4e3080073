// SPDX-License-Identifier: Apache-2.0
// The folder of a remote worker for the files of a run.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace pstudio {

/// A new private folder among the system's temporary files; the destructor removes it with its
/// contents. A process that is killed leaves it without its lock: the next worker removes it.
/// Move-only.
class JobFolder {
public:
  /// Creates one, after removing unlocked older ones. Io.
  static Result<JobFolder> make();
  JobFolder(JobFolder &&other) noexcept;
  JobFolder &operator=(JobFolder &&) = delete;
  ~JobFolder() { remove(); }

  /// For received files; exists.
  std::filesystem::path files() const { return m_path / "in"; }
  /// For results of the run; exists.
  std::filesystem::path results() const { return m_path / "out"; }
  const std::filesystem::path &path() const { return m_path; }
  /// Removes it now. [any thread, while no other one uses it]
  void remove();

private:
  JobFolder(std::filesystem::path path, int lock) : m_path(std::move(path)), m_lock(lock) {}

  std::filesystem::path m_path; ///< empty once removed or moved from
  int m_lock = -1;              ///< descriptor of the folder
};

} // namespace pstudio
