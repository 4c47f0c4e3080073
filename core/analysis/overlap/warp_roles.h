// SPDX-License-Identifier: Apache-2.0
// Finds the roles of a launch's warps.
#pragma once

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Fills `roles` and each unit's `role`. Requires the targets of waits and all visits. Linear.
void findRoles(RecordedLaunch &launch);

} // namespace pstudio::analysis
