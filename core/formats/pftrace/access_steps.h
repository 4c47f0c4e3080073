// SPDX-License-Identifier: Apache-2.0
// Cuts the accesses of a launch into parts of about the size that compresses well.
#pragma once

#include <cstdint>
#include <vector>

#include "core/access/access_table.h"
#include "core/base/ids.h"

namespace pstudio {

/// Neighbouring accesses of one launch: those in [begin, end) of the warps [firstRun, endRun), of
/// which the first and the last may be cut.
struct AccessStep {
  LaunchId launch;
  size_t firstRun = 0, endRun = 0;
  uint64_t begin = 0, end = 0;
};

/// All of a table in order; warps without accesses too. O(accesses).
std::vector<AccessStep> cutAccesses(LaunchId launch, const memory::AccessTable &table);

} // namespace pstudio
