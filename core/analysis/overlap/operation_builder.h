// SPDX-License-Identifier: Apache-2.0
// Builds operations from flights and waits: exposed, hidden and unknown time.
#pragma once

#include <span>

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Fills `operations` and `visits`, and the targets and releases of waits. `order` is that of
/// orderChannels(). Requires classifyWaits(). Linear, except for sorts of records that are out of
/// order.
void buildOperations(RecordedLaunch &launch, std::span<const uint32_t> order);

} // namespace pstudio::analysis
