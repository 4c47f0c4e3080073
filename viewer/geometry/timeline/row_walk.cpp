// SPDX-License-Identifier: Apache-2.0
// The walk over one row, bounded by pixel columns.
#include "viewer/geometry/timeline/row_walk.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pstudio {

RowWalk::RowWalk(const Trace &trace, RowId row, const Viewport &viewport, const MatchBits *matches)
    : m_trace(trace), m_row(row), m_viewport(viewport), m_matches(matches),
      m_begins(trace.sliceBegins()), m_durations(trace.sliceDurations()),
      m_columns(static_cast<int32_t>(std::ceil(viewport.widthPx()))) {
  const Row &r = trace.row(row);
  const TimeRange visible = viewport.visible();
  m_stop = visible.end.value;
  m_end = r.firstSlice.value + r.sliceCount;
  const SliceId first = trace.firstEndingAfter(row, visible.begin);
  m_next = first.isValid() ? first.value : m_end;
}

void RowWalk::skipTo(int32_t column) {
  const int64_t time = firstTimeOfColumn(column);
  const SliceId first = m_trace.firstEndingAfter(m_row, Picoseconds(time - 1));
  m_next = first.isValid() ? first.value : m_end;
  m_free = 0;
}

int32_t RowWalk::columnOf(int64_t time) const {
  const double pixel = std::floor(m_viewport.pixelOf(Picoseconds(time)));
  return static_cast<int32_t>(std::clamp(pixel, -1.0, static_cast<double>(m_columns)));
}

int64_t RowWalk::firstTimeOfColumn(int32_t column) const {
  int64_t time = m_viewport.timeAt(column).value;
  while (m_viewport.pixelOf(Picoseconds(time)) < column)
    ++time;
  while (m_viewport.pixelOf(Picoseconds(time - 1)) >= column)
    --time;
  return time;
}

/// First slice at or behind `from` that begins at or after `time`. O(log distance).
uint32_t RowWalk::gallop(uint32_t from, int64_t time) const {
  uint32_t step = 1;
  uint32_t low = from;
  while (low + step < m_end && m_begins[low + step] < time) {
    low += step;
    step *= 2;
  }
  const uint32_t high = std::min(m_end, low + step);
  const auto begin = m_begins.begin();
  return static_cast<uint32_t>(std::lower_bound(begin + low, begin + high, time) - begin);
}

SliceSpan RowWalk::merge(uint32_t end, int32_t column) const {
  struct Share {
    StringId name;
    uint32_t slice = 0;
    int64_t total = -1;
  };
  std::array<Share, kDominanceSample> shares;
  size_t used = 0;
  const uint32_t sampleEnd = std::min(end, m_next + kDominanceSample);
  for (uint32_t i = m_next; i < sampleEnd; ++i) {
    const StringId name = m_trace.sliceNames()[i];
    size_t k = 0;
    while (k < used && shares[k].name != name)
      ++k;
    if (k == used)
      shares[used++] = {name, i, 0};
    shares[k].total += m_durations[i];
    if (m_durations[i] > m_durations[shares[k].slice])
      shares[k].slice = i;
  }
  const Share &most =
      *std::max_element(shares.begin(), shares.begin() + static_cast<ptrdiff_t>(used),
                        [](const Share &a, const Share &b) { return a.total < b.total; });
  SliceSpan span;
  span.slice = SliceId(most.slice);
  span.name = most.name;
  span.left = column;
  span.right = column + 1;
  span.count = end - m_next;
  span.isMerged = true;
  preferMatch(span, end);
  return span;
}

/// Slice `end` is the first one after the merged ones; if it begins in their column it is wide and
/// leaves the column to them.
void RowWalk::preferMatch(SliceSpan &span, uint32_t end) const {
  if (m_matches == nullptr)
    return;
  std::optional<uint32_t> match = m_matches->firstIn(m_next, end);
  if (!match && end < m_end && columnOf(m_begins[end]) == span.left && m_matches->test(end))
    match = end;
  if (!match)
    return;
  span.slice = SliceId(*match);
  span.name = m_trace.sliceNames()[*match];
  span.isMatch = true;
}

bool RowWalk::next(SliceSpan &span) {
  while (m_next < m_end && m_begins[m_next] < m_stop) {
    const int64_t begin = m_begins[m_next];
    const int32_t left = columnOf(begin);
    const int32_t right = columnOf(begin + m_durations[m_next]);
    if (left < right) {
      const int32_t from = std::max({left, m_free, 0});
      const uint32_t slice = m_next++;
      if (from >= right)
        continue;
      span = {SliceId(slice),
              m_trace.sliceNames()[slice],
              from,
              right,
              1,
              false,
              m_matches != nullptr && m_matches->test(slice)};
      m_free = right;
      return true;
    }
    if (left >= m_columns)
      return false;
    uint32_t end = gallop(m_next, firstTimeOfColumn(left + 1));
    if (end == m_next)
      end = m_next + 1;
    // Slices of a row do not overlap, so only the last one can reach beyond the column.
    while (end - m_next > 1 && columnOf(m_begins[end - 1] + m_durations[end - 1]) > left)
      --end;
    if (left < 0) {
      m_next = end;
      continue;
    }
    span = merge(end, left);
    m_next = end;
    m_free = left + 1;
    return true;
  }
  return false;
}

std::optional<SliceSpan> spanInColumn(const Trace &trace, RowId row, const Viewport &viewport,
                                      int32_t column, const MatchBits *matches) {
  RowWalk walk(trace, row, viewport, matches);
  walk.skipTo(column);
  SliceSpan span;
  while (walk.next(span) && span.left <= column)
    if (column < span.right)
      return span;
  return std::nullopt;
}

SliceId sliceInColumn(const Trace &trace, RowId row, const Viewport &viewport, int32_t column) {
  const auto span = spanInColumn(trace, row, viewport, column);
  return span ? span->slice : SliceId();
}

} // namespace pstudio
