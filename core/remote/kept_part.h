// SPDX-License-Identifier: Apache-2.0
// Saves what had arrived of a run when its connection was lost.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/remote/incoming_files.h"

namespace pstudio {

/// What was saved, and how much is missing.
struct KeptPart {
  std::filesystem::path trace; ///< keptTracePath of the output; empty: nothing could be shown
  std::string account; ///< "1,200 of 5,000 slices had arrived, 3,800 are missing"; never empty
};

/// Makes a trace of what arrived: the part of the trace file, else the drain logs; with a note that
/// says `why` and what is missing. `pendingBytes`: that the remote worker still had at its last
/// heartbeat. Errors of reading and writing; a part of which nothing can be read is no error.
/// O(what arrived).
Result<KeptPart> keepPartialTrace(const IncomingFiles &arrived, const std::filesystem::path &output,
                                  const std::string &why, uint64_t pendingBytes);

} // namespace pstudio
