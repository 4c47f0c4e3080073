// SPDX-License-Identifier: Apache-2.0
// Flights and waits to operations: what was exposed, what was hidden, what is not known.
#pragma once

#include <span>

#include "core/analysis/overlap/async_records.h"

namespace pstudio::analysis {

/// Fills `operations` and `visits`, and the targets and releases of waits. `order` is that of
/// orderChannels(), the waits are classified. Linear, but for sorts of what is out of order.
void buildOperations(RecordedLaunch &launch, std::span<const uint32_t> order);

} // namespace pstudio::analysis
