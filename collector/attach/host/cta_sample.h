// SPDX-License-Identifier: Apache-2.0
// Which CTAs of a grid record where the records of all would need too much memory.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/id_ranges.h"
#include "core/run/instrumentation_mode.h"

namespace pstudio::attach {

/// CTAs of a grid of `ctas` that record with the mode.
uint64_t recordedCtas(const InstrumentationMode &mode, uint64_t ctas);

/// `most` >= 1 of `ctas` > `most` ids: up to 8 runs of neighbours at equal distances, the first at
/// 0. Neighbours run at the same time and share caches, and runs at distances show the beginning,
/// the middle and the end of the launch.
IdRanges sampleCtas(uint64_t ctas, uint64_t most);

} // namespace pstudio::attach
