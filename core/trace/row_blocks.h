// SPDX-License-Identifier: Apache-2.0
// Summaries of the rows of a trace at several levels: a view reads them where a pixel shows many
// slices.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/trace/packed_columns.h"
#include "core/trace/trace_parts.h"

namespace pstudio {

/// Blocks of slices that follow each other in a row. A block of level 0 has kSlices slices, one of
/// the next level kBlocks blocks; the last one of a row may have fewer.
///
/// A block stands for one of its names: at level 0 the name with the longest total, at the others
/// the name with the longest total among the names that its blocks stand for, with their totals;
/// of equals the first one. Its slice is the longest one of that name, likewise. Rows of fewer than
/// two blocks have no level. 2.29 bytes a slice. [thread: any]
class RowBlocks {
public:
  static constexpr uint32_t kSlices = 8;
  static constexpr uint32_t kBlocks = 8;

  struct Block {
    int64_t begin = 0; ///< of its first slice [ps]
    StringId name;
    SliceId slice;
  };

  /// Where the slices are; all spans by SliceId.
  struct Slices {
    std::span<const int64_t> begins;
    Lengths durations;
    std::span<const StringId> names;
  };

  RowBlocks() = default;
  /// O(slices), on all cores.
  RowBlocks(std::span<const Row> rows, const Slices &slices);

  /// Levels of a row with so many slices.
  static uint32_t levelCount(uint32_t slices);
  /// The blocks of a row, ascending; level < levelCount(row.sliceCount). O(levels).
  std::span<const Block> level(RowId row, uint32_t sliceCount, uint32_t level) const;

  size_t memoryBytes() const;

private:
  std::vector<uint32_t> m_firstBlocks; ///< by RowId; the levels of a row follow each other
  std::vector<Block> m_blocks;
};

} // namespace pstudio
