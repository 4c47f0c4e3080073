// SPDX-License-Identifier: Apache-2.0
// The output folder of attaching, and the path of its socket.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/process/descriptor.h"

namespace pstudio::attach {

/// OUT, OUT/raw and the path of the socket. The destructor removes temporary files.
class OutputFolder {
public:
  /// Creates the folders. An empty path selects a temporary folder, which is removed at the end.
  /// Removes the files of an earlier run of this program in OUT. InvalidInput for a folder with
  /// other content, or one that another run writes; Io if it cannot be written.
  static Result<OutputFolder> make(const std::filesystem::path &path);
  OutputFolder(OutputFolder &&other) noexcept;
  OutputFolder &operator=(OutputFolder &&) = delete;
  ~OutputFolder();

  const std::filesystem::path &path() const { return m_path; }
  std::filesystem::path raw() const { return m_path / "raw"; }
  /// Short enough for the address of a socket.
  const std::filesystem::path &socket() const { return m_socket; }
  /// True if the socket is in a separate temporary folder, not below path().
  bool hasSocketElsewhere() const { return !m_socketFolder.empty(); }
  void removeRaw() const;
  /// Removes the files and folders of make(), if the command was not started.
  void discard() const;
  /// Stores the names of the files that this run wrote into OUT. The next run replaces only these.
  Result<void> keepNames(const std::vector<std::string> &names) const;

private:
  OutputFolder() = default;
  Result<void> placeSocket();

  Descriptor m_lock; ///< of OUT, while this run writes there
  std::filesystem::path m_path;
  bool m_isNew = false; ///< make() created OUT
  std::filesystem::path m_socket;
  std::filesystem::path m_temporary;    ///< OUT, if it is a temporary folder
  std::filesystem::path m_socketFolder; ///< temporary folder of the socket, if there is one
};

} // namespace pstudio::attach
