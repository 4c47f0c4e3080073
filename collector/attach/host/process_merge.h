// SPDX-License-Identifier: Apache-2.0
// The merged trace of the processes of a run, and its notes for the report.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "collector/attach/host/process_trace.h"

namespace pstudio::attach {

struct MergeOutcome {
  std::filesystem::path file;     ///< empty: none was written
  std::vector<std::string> notes; ///< "3 of 8 ranks recorded"; processes that are left out
};

/// Writes the merged trace of the processes that have times on the host's clock, if there are two
/// or more. Errors become notes. \param traces  those that were written, by process.
MergeOutcome mergeTraces(const std::map<uint32_t, SeenProcess> &processes,
                         const std::map<uint32_t, ProcessTrace> &traces,
                         const std::filesystem::path &output);

/// "3 of 8 ranks recorded": of the processes that have a trace; empty if their launcher gives no
/// number of ranks.
std::string recordedRanksText(const std::map<uint32_t, SeenProcess> &processes,
                              const std::map<uint32_t, ProcessTrace> &traces);

} // namespace pstudio::attach
