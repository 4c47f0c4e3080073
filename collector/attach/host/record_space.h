// SPDX-License-Identifier: Apache-2.0
// Memory and disk for the records of one launch.
#pragma once

#include <cstdint>
#include <filesystem>

#include "collector/attach/host/attach.h"
#include "collector/attach/host/grid_slots.h"

namespace pstudio::attach {

/// Divides --max-memory among the launches of a run. A launch gets half of what earlier launches
/// leave, so that launches that follow one another all have records; the only launch of a request
/// gets all. Files of records stay until the end of the run: larger segments are given until they
/// have taken four times --max-memory. [not thread-safe]
class RecordSpaces {
public:
  /// \param raw  where the files are
  RecordSpaces(const AttachRequest &request, std::filesystem::path raw);

  /// For a launch on a device with `free` bytes of free memory, as the program reports; 0: unknown.
  RecordSpace of(uint64_t free) const;
  /// A launch got segments of more slots than usual, `bytes` in all.
  void take(uint64_t bytes) { m_taken += bytes; }

private:
  const uint64_t m_limit;
  const bool m_isOnlyLaunch; ///< the request chooses one launch of one kernel
  const std::filesystem::path m_raw;
  uint64_t m_taken = 0;
};

} // namespace pstudio::attach
