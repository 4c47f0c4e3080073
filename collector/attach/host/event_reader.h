// SPDX-License-Identifier: Apache-2.0
// Reads the event and text files that an attached process left in out/raw.
#pragma once

#include <filesystem>
#include <vector>

#include "collector/attach/host/program_events.h"

namespace pstudio::attach {

/// Never fails: files may be missing, cut off or damaged, and what cannot be understood is counted.
/// One file is in memory at a time. O(events * log(events)). [memory: about 70 bytes an event]
ProgramEvents readEvents(const std::vector<std::filesystem::path> &events,
                         const std::vector<std::filesystem::path> &texts);

} // namespace pstudio::attach
