// SPDX-License-Identifier: Apache-2.0
// The folder that attaching writes, and where its socket is.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/process/descriptor.h"

namespace pstudio::attach {

/// OUT, OUT/raw and the place of the socket. Removes what is temporary when it goes.
class OutputFolder {
public:
  /// Makes the folders; an empty path stands for a temporary folder that is removed at the end.
  /// What an earlier run of this program wrote into OUT is removed. InvalidInput for a folder with
  /// other content, or that another run writes; Io if it cannot be written.
  static Result<OutputFolder> make(const std::filesystem::path &path);
  OutputFolder(OutputFolder &&other) noexcept;
  OutputFolder &operator=(OutputFolder &&) = delete;
  ~OutputFolder();

  const std::filesystem::path &path() const { return m_path; }
  std::filesystem::path raw() const { return m_path / "raw"; }
  /// Shorter than what a socket's address holds.
  const std::filesystem::path &socket() const { return m_socket; }
  /// Not below path(): its own temporary folder.
  bool hasSocketElsewhere() const { return !m_socketFolder.empty(); }
  void removeRaw() const;
  /// Removes what make() made: the command was never started.
  void discard() const;
  /// Notes which files this run wrote into OUT: the next run there replaces these and no others.
  Result<void> keepNames(const std::vector<std::string> &names) const;

private:
  OutputFolder() = default;
  Result<void> placeSocket();

  Descriptor m_lock; ///< of OUT, while this run writes there
  std::filesystem::path m_path;
  bool m_isNew = false; ///< make() made OUT
  std::filesystem::path m_socket;
  std::filesystem::path m_temporary;    ///< OUT, if it is one
  std::filesystem::path m_socketFolder; ///< of the socket, if it is one
};

} // namespace pstudio::attach
