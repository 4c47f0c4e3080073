// SPDX-License-Identifier: Apache-2.0
// The folder that a worker keeps the files of somebody else's run in.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace pstudio {

/// A new folder among the system's temporary files that only this user may enter, removed with all
/// that is in it when this object goes. A process that is killed leaves it behind, without its
/// lock: the next worker removes it. Move-only.
class JobFolder {
public:
  /// Makes one, after removing those that nobody has locked any more. Io.
  static Result<JobFolder> make();
  JobFolder(JobFolder &&other) noexcept;
  JobFolder &operator=(JobFolder &&) = delete;
  ~JobFolder() { remove(); }

  /// Where files that came are; exists. Their names are below it.
  std::filesystem::path files() const { return m_path / "in"; }
  /// Where the run leaves what it made; exists.
  std::filesystem::path results() const { return m_path / "out"; }
  const std::filesystem::path &path() const { return m_path; }
  /// Removes it now. [any thread, once nobody else uses it]
  void remove();

private:
  JobFolder(std::filesystem::path path, int lock) : m_path(std::move(path)), m_lock(lock) {}

  std::filesystem::path m_path; ///< empty once removed or moved from
  int m_lock = -1;              ///< descriptor of the folder
};

} // namespace pstudio
