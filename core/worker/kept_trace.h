// SPDX-License-Identifier: Apache-2.0
// The trace of a run that failed.
#pragma once

#include <filesystem>

#include "core/base/result.h"
#include "core/worker/run_observer.h"

namespace pstudio {

/// Beside the output, which stays unchanged: "gemm.partial.pftrace", or "gemm.wrong.pftrace" if
/// only its result was wrong.
std::filesystem::path keptTracePath(const std::filesystem::path &output, ErrorCode failure);

/// Saves the records that a terminated worker had drained into the temporary folder of its run.
/// Reports the file to the observer, or logs why it cannot be saved. Nothing if there are no
/// records: a worker that ends by itself removes the folder. O(records).
void saveDrainedRecords(const RunRequest &request, RunObserver &observer);

} // namespace pstudio
