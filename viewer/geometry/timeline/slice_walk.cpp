// SPDX-License-Identifier: Apache-2.0
// Steps from a slice or instant to the one beside it.
#include "viewer/geometry/timeline/slice_walk.h"

#include <algorithm>
#include <tuple>

namespace pstudio {
namespace {

constexpr uint32_t walkStep(WalkDirection direction) {
  return direction == WalkDirection::Forward ? 1 : static_cast<uint32_t>(-1);
}

bool showsRows(const LayoutItem &item) {
  return item.content == ItemContent::Bars || item.content == ItemContent::Lanes;
}

Picoseconds middleTime(TimeRange range) {
  return range.begin + Picoseconds(range.length().value / 2);
}

/// Searches one row for the name, away from the slice, and keeps the nearest hit of all rows.
class SameNameSearch {
public:
  SameNameSearch(const Trace &trace, SliceId from, WalkDirection direction)
      : m_trace(trace), m_from(from), m_direction(direction) {}

  void searchRow(RowId id) {
    const Row &row = m_trace.row(id);
    const uint32_t first = row.firstSlice.value;
    const uint32_t end = first + row.sliceCount;
    const auto begins = m_trace.sliceBegins();
    const auto at = static_cast<uint32_t>(
        std::partition_point(begins.begin() + first, begins.begin() + end,
                             [&](const int64_t &begin) {
                               return isBefore(static_cast<uint32_t>(&begin - begins.data()),
                                               m_from.value);
                             }) -
        begins.begin());
    if (m_direction == WalkDirection::Forward) {
      for (uint32_t i = at; i < end && isNearer(i); ++i)
        if (take(i))
          return;
    } else {
      for (uint32_t i = at; i-- > first && isNearer(i);)
        if (take(i))
          return;
    }
  }
  SliceId found() const { return m_found; }

private:
  bool isBefore(uint32_t a, uint32_t b) const {
    const auto begins = m_trace.sliceBegins();
    return std::tie(begins[a], a) < std::tie(begins[b], b);
  }
  bool isNearer(uint32_t slice) const {
    if (!m_found.isValid())
      return true;
    return m_direction == WalkDirection::Forward ? isBefore(slice, m_found.value)
                                                 : isBefore(m_found.value, slice);
  }
  bool take(uint32_t slice) {
    const auto names = m_trace.sliceNames();
    if (slice == m_from.value || names[slice] != names[m_from.value])
      return false;
    m_found = SliceId(slice);
    return true;
  }

  const Trace &m_trace;
  SliceId m_from;
  WalkDirection m_direction;
  SliceId m_found;
};

/// The rows of all lines on the screen, one after another.
class RowCursor {
public:
  RowCursor(const Trace &trace, const DisplayTree &tree, const TrackLayout &layout, SliceId slice)
      : m_trace(trace), m_tree(tree), m_items(layout.items()) {
    const Row &row = trace.row(trace.rowOf(slice));
    const NodeId node = tree.nodeOf(row.track);
    m_item = node.isValid() ? layout.itemOf(tree, node) : m_items.size();
    // The line of a folded group shows none of its rows.
    m_row = m_item < m_items.size() && m_items[m_item].node == node ? row.index : 0;
  }

  /// The next row with slices; none at the end.
  RowId step(WalkDirection direction) {
    while (m_item < m_items.size()) {
      const uint32_t next = m_row + walkStep(direction);
      if (next < rowCount()) {
        m_row = next;
      } else {
        m_item += direction == WalkDirection::Forward ? size_t{1} : SIZE_MAX;
        if (m_item >= m_items.size() || rowCount() == 0) {
          m_row = direction == WalkDirection::Forward ? UINT32_MAX : 0;
          continue;
        }
        m_row = direction == WalkDirection::Forward ? 0 : rowCount() - 1;
      }
      const RowId row(trackOf(m_items[m_item]).firstRow.value + m_row);
      if (m_trace.row(row).sliceCount > 0)
        return row;
    }
    return RowId();
  }

private:
  const Track &trackOf(const LayoutItem &item) const {
    return m_trace.track(m_tree.node(item.node).track);
  }
  uint32_t rowCount() const {
    return showsRows(m_items[m_item]) ? trackOf(m_items[m_item]).rowCount : 0;
  }

  const Trace &m_trace;
  const DisplayTree &m_tree;
  std::span<const LayoutItem> m_items;
  size_t m_item = 0;
  uint32_t m_row = 0;
};

} // namespace

SliceId besideOnRow(const Trace &trace, SliceId slice, WalkDirection direction) {
  const Row &row = trace.row(trace.rowOf(slice));
  const uint32_t next = slice.value - row.firstSlice.value + walkStep(direction);
  return next < row.sliceCount ? SliceId(row.firstSlice.value + next) : SliceId();
}

InstantId besideOnTrack(const Trace &trace, InstantId instant, WalkDirection direction) {
  const Track &track = trace.track(trace.instants()[instant.value].track);
  const uint32_t next = instant.value - track.firstInstant + walkStep(direction);
  return next < track.instantCount ? InstantId(track.firstInstant + next) : InstantId();
}

SliceId sameNameOnTrack(const Trace &trace, SliceId slice, WalkDirection direction) {
  const Track &track = trace.track(trace.row(trace.rowOf(slice)).track);
  SameNameSearch search(trace, slice, direction);
  for (uint32_t i = 0; i < track.rowCount; ++i)
    search.searchRow(RowId(track.firstRow.value + i));
  return search.found();
}

InstantId sameNameOnTrack(const Trace &trace, InstantId instant, WalkDirection direction) {
  const StringId name = trace.instants()[instant.value].name;
  InstantId next = besideOnTrack(trace, instant, direction);
  while (next.isValid() && trace.instants()[next.value].name != name)
    next = besideOnTrack(trace, next, direction);
  return next;
}

SliceId nearestOnRow(const Trace &trace, RowId id, Picoseconds time) {
  const Row &row = trace.row(id);
  if (row.sliceCount == 0)
    return SliceId();
  const uint32_t end = row.firstSlice.value + row.sliceCount;
  const SliceId found = trace.firstEndingAfter(id, time);
  if (!found.isValid())
    return SliceId(end - 1);
  const Picoseconds begin = trace.sliceTime(found).begin;
  if (found == row.firstSlice || begin <= time)
    return found;
  const SliceId before(found.value - 1);
  return time - trace.sliceTime(before).end < begin - time ? before : found;
}

SliceId onNeighbourRow(const Trace &trace, const DisplayTree &tree, const TrackLayout &layout,
                       SliceId slice, WalkDirection direction) {
  const RowId row = RowCursor(trace, tree, layout, slice).step(direction);
  return row.isValid() ? nearestOnRow(trace, row, middleTime(trace.sliceTime(slice))) : SliceId();
}

SliceId firstInside(const Trace &trace, SliceId slice) {
  const RowId id = trace.rowOf(slice);
  const Track &track = trace.track(trace.row(id).track);
  if (trace.row(id).index + 1 >= track.rowCount)
    return SliceId();
  const SliceId inner =
      trace.firstBeginningAtOrAfter(RowId(id.value + 1), trace.sliceTime(slice).begin);
  return inner.isValid() && trace.parentOf(inner) == slice ? inner : SliceId();
}

SliceId sliceInSight(const TimelineScene &scene) {
  const auto items = scene.layout->items();
  const Picoseconds middle = middleTime(scene.viewport.visible());
  for (size_t i = scene.layout->firstEndingBelow(scene.scrollY); i < items.size(); ++i) {
    if (!showsRows(items[i]))
      continue;
    const Track &track = scene.trace->track(scene.tree->node(items[i].node).track);
    for (uint32_t row = 0; row < track.rowCount; ++row)
      if (const SliceId slice =
              nearestOnRow(*scene.trace, RowId(track.firstRow.value + row), middle);
          slice.isValid())
        return slice;
  }
  return SliceId();
}

} // namespace pstudio
