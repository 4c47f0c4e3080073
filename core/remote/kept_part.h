// SPDX-License-Identifier: Apache-2.0
// Saves the received part of a run whose connection was lost.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/remote/incoming_files.h"

namespace pstudio {

/// The saved part and a count of the missing one.
struct KeptPart {
  std::filesystem::path trace; ///< keptTracePath of the output; empty: too little had arrived
  std::string account; ///< "1,200 of 5,000 slices had arrived, 3,800 are missing"; never empty
};

/// Writes a trace of the received part of the trace file, else of the drain logs, with a note that
/// contains `why` and the count of missing data. `pendingBytes`: of the last heartbeat. Errors of
/// reading and writing; a part that is too short to decode is no error. O(received bytes).
Result<KeptPart> keepPartialTrace(const IncomingFiles &arrived, const std::filesystem::path &output,
                                  const std::string &why, uint64_t pendingBytes);

} // namespace pstudio
