// SPDX-License-Identifier: Apache-2.0
// Which names occur on each row of a warp: collected once, when the trace is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/trace/trace_parts.h"

namespace pstudio {

/// The distinct names of the slices of each row of a warp, so that views do not read every slice.
/// At most 4 bytes a slice of a warp, few if names repeat. [thread: any]
class RowNames {
public:
  RowNames() = default;
  /// `names` by SliceId; slices without a name have no part in it. O(slices of warps), on all
  /// cores.
  RowNames(std::span<const Row> rows, std::span<const Track> tracks,
           std::span<const StringId> names);

  /// Ascending; empty for rows of other tracks than warps.
  std::span<const StringId> of(RowId row) const {
    if (row.value >= m_ends.size())
      return {};
    const uint32_t begin = row.value == 0 ? 0 : m_ends[row.value - 1];
    return std::span(m_names).subspan(begin, m_ends[row.value] - begin);
  }
  size_t memoryBytes() const;

private:
  std::vector<uint32_t> m_ends;  ///< by RowId, into m_names; empty if no track is a warp
  std::vector<StringId> m_names; ///< row by row
};

} // namespace pstudio
