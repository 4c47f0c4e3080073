// SPDX-License-Identifier: Apache-2.0
// A launch's accesses as a text table, for golden tests and for diffs.
#pragma once

#include <string>

#include "core/access/launch_accesses.h"

namespace pstudio::memory {

/// Share, model, sites, buffers, then each warp with its accesses, lane by lane for accesses
/// without a stride. Times in picoseconds. Equal accesses give equal texts. O(accesses * lanes).
std::string accessesToText(const LaunchAccesses &accesses);

} // namespace pstudio::memory
