// SPDX-License-Identifier: Apache-2.0
// What a launch recorded of its memory: the accesses, the buffers that they may lie in, the chip's
// rules.
#pragma once

#include "core/access/access_counts.h"
#include "core/access/access_table.h"
#include "core/access/buffer_map.h"
#include "core/access/memory_model.h"

namespace pstudio::memory {

/// Belongs to one launch (Launch::accesses). Everything that core/analysis/memory counts is counted
/// from this. Immutable once a trace holds it. [thread: any]
struct LaunchAccesses {
  AccessTable table;        ///< times from the trace's origin
  BufferMap buffers;        ///< arguments and shared allocations; may be without any
  MemoryModel model;        ///< of the target; usable
  AccessCounts counts = {}; ///< in place of accesses in the table, which then has only sites
  /// Neither an access nor a count.
  bool isEmpty() const { return table.size() == 0 && counts.cells.empty(); }
};

} // namespace pstudio::memory
