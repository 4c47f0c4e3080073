// SPDX-License-Identifier: Apache-2.0
#include "core/trace/row_layout.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <set>
#include <utility>

namespace pstudio {
namespace {

/// Rows in use and free, by the time at which each becomes free.
class RowAllocator {
public:
  /// The lowest row >= `lowest` that is free at `begin`, taken until `end`.
  uint32_t take(int64_t begin, int64_t end, uint32_t lowest) {
    while (!m_busy.empty() && m_busy.top().first <= begin) {
      m_free.insert(m_busy.top().second);
      m_busy.pop();
    }
    auto found = m_free.lower_bound(lowest);
    uint32_t row;
    if (found != m_free.end()) {
      row = *found;
      m_free.erase(found);
    } else {
      row = std::max(lowest, m_rowCount);
      for (uint32_t skipped = m_rowCount; skipped < row; ++skipped)
        m_free.insert(skipped);
      m_rowCount = row + 1;
    }
    m_busy.emplace(end, row);
    return row;
  }
  uint32_t rowCount() const { return m_rowCount; }

private:
  using Busy = std::pair<int64_t, uint32_t>; // end, row
  std::priority_queue<Busy, std::vector<Busy>, std::greater<>> m_busy;
  std::set<uint32_t> m_free;
  uint32_t m_rowCount = 0;
};

/// The slices that are open at the current begin, outermost first. Ended ones are removed lazily.
class OpenSlices {
public:
  explicit OpenSlices(std::span<RowLayoutSlice> slices) : m_slices(slices) {}

  void removeEnded(int64_t begin) {
    while (!m_open.empty() && m_slices[m_open.back()].end <= begin)
      m_open.pop_back();
    if (m_open.size() < m_compactAt)
      return;
    std::erase_if(m_open, [&](uint32_t i) { return m_slices[i].end <= begin; });
    m_compactAt = 2 * m_open.size() + kMinimumCompaction;
  }

  /// The innermost open slice that contains `index`; marks both sides of every crossing on the way.
  uint32_t findParent(uint32_t index) {
    RowLayoutSlice &slice = m_slices[index];
    size_t looked = 0;
    for (size_t i = m_open.size(); i-- > 0 && looked < kMaxCrossings; ++looked) {
      RowLayoutSlice &candidate = m_slices[m_open[i]];
      if (candidate.end >= slice.end)
        return m_open[i];
      if (candidate.end > slice.begin)
        slice.crossing = candidate.crossing = true;
    }
    return RowLayoutSlice::kNone;
  }

  void push(uint32_t index) { m_open.push_back(index); }

private:
  // Beyond this many crossings a parent has no meaning to a reader, and looking on would be
  // quadratic.
  static constexpr size_t kMaxCrossings = 256;
  static constexpr size_t kMinimumCompaction = 64;
  std::span<RowLayoutSlice> m_slices;
  std::vector<uint32_t> m_open;
  size_t m_compactAt = kMinimumCompaction;
};

} // namespace

uint32_t layOutNested(std::span<RowLayoutSlice> slices) {
  RowAllocator rows;
  OpenSlices open(slices);
  for (uint32_t i = 0; i < slices.size(); ++i) {
    RowLayoutSlice &slice = slices[i];
    open.removeEnded(slice.begin);
    const uint32_t container = open.findParent(i);
    if (slice.isRoot)
      slice.parent = RowLayoutSlice::kNone;
    else if (slice.parent == RowLayoutSlice::kNone || slice.parent >= i)
      slice.parent = container;
    const uint32_t lowest =
        slice.parent == RowLayoutSlice::kNone ? 0 : slices[slice.parent].row + 1;
    slice.row = rows.take(slice.begin, slice.end, lowest);
    open.push(i);
  }
  return rows.rowCount();
}

uint32_t layOutLanes(std::span<RowLayoutSlice> slices) {
  RowAllocator lanes;
  for (RowLayoutSlice &slice : slices) {
    slice.parent = RowLayoutSlice::kNone;
    slice.row = lanes.take(slice.begin, slice.end, 0);
  }
  return lanes.rowCount();
}

} // namespace pstudio
