// SPDX-License-Identifier: Apache-2.0
// Estimates the number of touches, and the sampling rate that limits them.
#pragma once

#include <cstdint>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"

namespace pstudio::memory {

/// The smallest t for which 1 of 2^t of the touches of units of `unitBytes` (a multiple of the
/// sector) in global memory are about `maxTouches` at most. O(accesses / 1000).
uint32_t thinningFor(const AccessTable &table, const MemoryModel &model, uint32_t unitBytes,
                     uint64_t maxTouches);

} // namespace pstudio::memory
