// SPDX-License-Identifier: Apache-2.0
// Files that receive streamed records while their kernel runs.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/base/result.h"

namespace pstudio {

/// Names the logs of a run's launches. The destructor removes them. Move-only.
class DrainLogs {
public:
  /// Logs in `folder`, which must exist. If `folder` is empty, in a new folder below the system's
  /// folder of temporary files. Io if that cannot be created.
  static Result<DrainLogs> in(const std::filesystem::path &folder);
  DrainLogs(DrainLogs &&other) noexcept;
  DrainLogs &operator=(DrainLogs &&) = delete;
  ~DrainLogs();

  /// Path of the log of launch `index`: record::drainLogName(index) in the folder.
  std::filesystem::path of(uint32_t index);
  /// Removes all logs so far.
  void clear();

private:
  DrainLogs(std::filesystem::path folder, bool isOurs)
      : m_folder(std::move(folder)), m_isOurs(isOurs) {}

  std::filesystem::path m_folder;
  bool m_isOurs;       ///< the folder is removed, too
  uint32_t m_next = 0; ///< 1 + the largest index that was requested
};

} // namespace pstudio
