// SPDX-License-Identifier: Apache-2.0
// The recorded memory accesses of a launch, with its buffers and the memory model of the chip.
#pragma once

#include "core/access/access_counts.h"
#include "core/access/access_table.h"
#include "core/access/buffer_map.h"
#include "core/access/memory_model.h"

namespace pstudio::memory {

/// Belongs to one launch (Launch::accesses). The input of core/analysis/memory. Immutable once
/// a trace holds it. [thread: any]
struct LaunchAccesses {
  AccessTable table;        ///< times from the trace's origin
  BufferMap buffers;        ///< arguments and shared allocations; may be empty
  MemoryModel model;        ///< of the target; usable
  AccessCounts counts = {}; ///< in place of accesses in the table, which then has only sites
  /// True without accesses and counts.
  bool isEmpty() const { return table.size() == 0 && counts.cells.empty(); }
};

} // namespace pstudio::memory
