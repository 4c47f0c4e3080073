// SPDX-License-Identifier: Apache-2.0
// The files that streamed records go to while their kernel runs.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/base/result.h"

namespace pstudio {

/// Names the logs of a run's launches and removes them when it goes. Move-only.
class DrainLogs {
public:
  /// In `folder`, which must exist, or, if it is empty, in a new one among the system's temporary
  /// files. Io if that cannot be made.
  static Result<DrainLogs> in(const std::filesystem::path &folder);
  DrainLogs(DrainLogs &&other) noexcept;
  DrainLogs &operator=(DrainLogs &&) = delete;
  ~DrainLogs();

  /// The log of launch `index`: record::drainLogName(index) in the folder.
  std::filesystem::path of(uint32_t index);
  /// Removes the logs so far.
  void clear();

private:
  DrainLogs(std::filesystem::path folder, bool isOurs)
      : m_folder(std::move(folder)), m_isOurs(isOurs) {}

  std::filesystem::path m_folder;
  bool m_isOurs;       ///< the folder goes, too
  uint32_t m_next = 0; ///< behind the largest index asked for
};

} // namespace pstudio
