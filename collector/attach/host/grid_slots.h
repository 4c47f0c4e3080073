// SPDX-License-Identifier: Apache-2.0
// Slots of the warps of a grid, where the mode gives no number.
#pragma once

#include <cstdint>

#include "collector/attach/host/twin_code.h"

namespace pstudio::attach {

/// Memory for the records of one launch.
struct RecordSpace {
  uint64_t limit = 0; ///< --max-memory [bytes]
  /// Free for this launch: of the limit, the memory of the device and the disk [bytes]; 0:
  /// unknown, the slots are not increased.
  uint64_t free = 0;
};

/// Slots of a unit for records of `ctas` CTAs. A power of two, at least 64 unless `code` has fewer.
///
/// A kernel whose trip counts are constants has as many slots as it can write. If records of a
/// large grid take more than 64 MiB, the reserve for lanes that diverge is left out: records that
/// lie far from each other cost GPU time (docs/benchmarks/attach-h200.md). Any other kernel gets as
/// many slots for each unit as fit `space`.
uint32_t slotsForGrid(const TwinCode &code, uint64_t ctas, const RecordSpace &space);

} // namespace pstudio::attach
