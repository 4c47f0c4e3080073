// SPDX-License-Identifier: Apache-2.0
#include "core/trace/row_layout.h"

#include <algorithm>
#include <functional>
#include <map>
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

uint32_t lowestRow(std::span<const RowLayoutSlice> slices, const RowLayoutSlice &slice) {
  return slice.parent == RowLayoutSlice::kNone ? 0 : slices[slice.parent].row + 1;
}

bool areAllParentsKnown(std::span<const RowLayoutSlice> slices) {
  for (uint32_t i = 0; i < slices.size(); ++i)
    if (!slices[i].isRoot && slices[i].parent >= i)
      return false;
  return true;
}

uint32_t layOutKnown(std::span<RowLayoutSlice> slices) {
  RowAllocator rows;
  for (RowLayoutSlice &slice : slices) {
    if (slice.isRoot)
      slice.parent = RowLayoutSlice::kNone;
    if (slice.parent != RowLayoutSlice::kNone) {
      RowLayoutSlice &parent = slices[slice.parent];
      if (parent.end > slice.begin && parent.end < slice.end)
        slice.crossing = parent.crossing = true;
    }
    slice.row = rows.take(slice.begin, slice.end, lowestRow(slices, slice));
  }
  return rows.rowCount();
}

/// A slice without a parent and all slices below it.
struct LaneTree {
  int64_t end = 0;
  uint32_t height = 1;
  std::vector<uint32_t> slices; ///< in order of begin
};

/// The trees of `slices`, whose parents precede them, by the index of their root. The rows of the
/// slices become those within their tree.
std::map<uint32_t, LaneTree> makeTrees(std::span<RowLayoutSlice> slices) {
  std::map<uint32_t, LaneTree> trees;
  std::vector<uint32_t> roots(slices.size());
  for (uint32_t i = 0; i < slices.size(); ++i) {
    const RowLayoutSlice &slice = slices[i];
    roots[i] = slice.parent == RowLayoutSlice::kNone ? i : roots[slice.parent];
    LaneTree &tree = trees[roots[i]];
    tree.end = std::max(i == roots[i] ? slice.end : tree.end, slice.end);
    tree.slices.push_back(i);
  }
  for (auto &[root, tree] : trees) {
    if (tree.slices.size() == 1)
      continue;
    RowAllocator rows;
    for (const uint32_t i : tree.slices)
      slices[i].row = rows.take(slices[i].begin, slices[i].end, lowestRow(slices, slices[i]));
    tree.height = rows.rowCount();
  }
  return trees;
}

/// Neighbouring lanes in use and free, by the time at which they become free.
class LaneBlocks {
public:
  /// The lowest of `height` lanes that are all free at `begin`, taken until `end`.
  uint32_t take(int64_t begin, int64_t end, uint32_t height) {
    for (; !m_busy.empty() && m_busy.top().first <= begin; m_busy.pop())
      for (uint32_t i = 0; i < m_busy.top().second.second; ++i)
        m_free.insert(m_busy.top().second.first + i);
    const uint32_t first = find(height);
    for (uint32_t lane = first; lane < first + height; ++lane)
      m_free.erase(lane);
    m_laneCount = std::max(m_laneCount, first + height);
    m_busy.push({end, {first, height}});
    return first;
  }
  uint32_t laneCount() const { return m_laneCount; }

private:
  uint32_t find(uint32_t height) const {
    constexpr uint32_t kMostTried = 256; // a bound on the time; beyond it, lanes at the end
    uint32_t first = 0, found = 0, tried = 0;
    for (auto lane = m_free.begin(); lane != m_free.end() && tried < kMostTried; ++lane, ++tried) {
      found = found > 0 && *lane == first + found ? found + 1 : 1;
      if (found == 1)
        first = *lane;
      if (found == height)
        return first;
    }
    first = m_laneCount;
    for (auto lane = m_free.rbegin(); lane != m_free.rend() && *lane + 1 == first; ++lane)
      if (m_laneCount - --first == height)
        break;
    return first;
  }

  using Busy = std::pair<int64_t, std::pair<uint32_t, uint32_t>>; // end, first lane, height
  std::priority_queue<Busy, std::vector<Busy>, std::greater<>> m_busy;
  std::set<uint32_t> m_free;
  uint32_t m_laneCount = 0;
};

uint32_t layOutTrees(std::span<RowLayoutSlice> slices) {
  LaneBlocks lanes;
  for (const auto &[root, tree] : makeTrees(slices)) {
    const uint32_t first = lanes.take(slices[root].begin, tree.end, tree.height);
    for (const uint32_t i : tree.slices)
      slices[i].row += first;
  }
  return lanes.laneCount();
}

} // namespace

uint32_t layOutNested(std::span<RowLayoutSlice> slices) {
  if (areAllParentsKnown(slices))
    return layOutKnown(slices);
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
    slice.row = rows.take(slice.begin, slice.end, lowestRow(slices, slice));
    open.push(i);
  }
  return rows.rowCount();
}

uint32_t layOutLanes(std::span<RowLayoutSlice> slices) {
  bool hasParents = false;
  for (uint32_t i = 0; i < slices.size(); ++i) {
    if (slices[i].isRoot || slices[i].parent >= i)
      slices[i].parent = RowLayoutSlice::kNone;
    hasParents |= slices[i].parent != RowLayoutSlice::kNone;
  }
  if (hasParents)
    return layOutTrees(slices);
  RowAllocator lanes;
  for (RowLayoutSlice &slice : slices)
    slice.row = lanes.take(slice.begin, slice.end, 0);
  return lanes.rowCount();
}

} // namespace pstudio
