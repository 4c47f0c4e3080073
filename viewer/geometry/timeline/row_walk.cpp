// SPDX-License-Identifier: Apache-2.0
// The walk over one row, bounded by pixel columns.
#include "viewer/geometry/timeline/row_walk.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace pstudio {
namespace {

int64_t firstTimeOf(const Viewport &viewport, int32_t column) {
  // Times beyond kFarthestPs are drawn at kFarthestPs, so no picosecond begins such a column.
  if (viewport.pixelOf(Picoseconds(Viewport::kFarthestPs)) < column)
    return std::numeric_limits<int64_t>::max();
  if (viewport.pixelOf(Picoseconds(-Viewport::kFarthestPs)) >= column)
    return std::numeric_limits<int64_t>::min();
  int64_t time = viewport.timeAt(column).value;
  while (viewport.pixelOf(Picoseconds(time)) < column)
    ++time;
  while (viewport.pixelOf(Picoseconds(time - 1)) >= column)
    --time;
  return time;
}

int64_t beginOf(int64_t begin) {
  return begin;
}
int64_t beginOf(const RowBlocks::Block &block) {
  return block.begin;
}

/// The first of [from, end) that begins at or after `time`; `end` if there is none.
template <class Item>
uint32_t firstFrom(std::span<const Item> items, uint32_t from, uint32_t end, int64_t time) {
  const auto found =
      std::partition_point(items.begin() + from, items.begin() + end,
                           [time](const Item &item) { return beginOf(item) < time; });
  return static_cast<uint32_t>(found - items.begin());
}

/// firstFrom() for a result that is probably near `from`. O(log distance).
template <class Item>
uint32_t gallop(std::span<const Item> items, uint32_t from, uint32_t end, int64_t time) {
  uint32_t step = 1;
  uint32_t low = from;
  while (low + step < end && beginOf(items[low + step]) < time) {
    low += step;
    step *= 2;
  }
  return firstFrom(items, low, std::min(end, low + step), time);
}

} // namespace

std::vector<int64_t> columnEdges(const Viewport &viewport) {
  std::vector<int64_t> edges(static_cast<size_t>(std::ceil(viewport.widthPx())) + 2);
  for (size_t i = 0; i < edges.size(); ++i)
    edges[i] = firstTimeOf(viewport, static_cast<int32_t>(i));
  return edges;
}

RowWalk::RowWalk(const Trace &trace, RowId row, const Viewport &viewport, const MatchBits *matches,
                 std::span<const int64_t> edges)
    : m_trace(trace), m_row(row), m_viewport(viewport), m_names(trace.sliceNames()),
      m_matches(matches), m_edges(edges), m_begins(trace.sliceBegins()),
      m_durations(trace.sliceDurations()),
      m_columns(static_cast<int32_t>(std::ceil(viewport.widthPx()))) {
  const Row &r = trace.row(row);
  const TimeRange visible = viewport.visible();
  m_stop = edge(m_columns);
  m_first = r.firstSlice.value;
  m_end = m_first + r.sliceCount;
  // A slice without length that lies on the edge is in the first column.
  const SliceId first = trace.firstEndingAfter(row, visible.begin - Picoseconds(1));
  m_next = first.isValid() ? first.value : m_end;
  m_levels = RowBlocks::levelCount(r.sliceCount);
  for (uint32_t level = 0; level < m_levels; ++level)
    m_allBlocks[level] = trace.rowBlocks().level(row, r.sliceCount, level);
  m_noMatchFrom = m_nextMatch = m_end; // no range is searched yet
}

void RowWalk::skipTo(int32_t column) {
  skipForward(column);
  m_free = 0;
  m_countsSlices = true;
}

void RowWalk::skipForward(int32_t column) {
  const int64_t time = edge(column);
  const SliceId first =
      m_trace.firstEndingAfter(m_row, Picoseconds(std::max(time, -Viewport::kFarthestPs) - 1));
  m_next = first.isValid() ? first.value : m_end;
  m_blockColumn = -1;
}

int32_t RowWalk::columnOf(int64_t time) const {
  const double pixel = std::floor(m_viewport.pixelOf(Picoseconds(time)));
  return static_cast<int32_t>(std::clamp(pixel, -1.0, static_cast<double>(m_columns)));
}

/// columnOf() without a division, for a time that is probably in `column` or the next one.
int32_t RowWalk::columnFrom(int32_t column, int64_t time) const {
  if (column < 0 || static_cast<size_t>(column) + 2 >= m_edges.size() || time < m_edges[column])
    return columnOf(time);
  if (time < m_edges[column + 1])
    return std::min(column, m_columns);
  return time < m_edges[column + 2] ? std::min(column + 1, m_columns) : columnOf(time);
}

/// First picosecond of a column.
int64_t RowWalk::edge(int32_t column) const {
  const auto index = static_cast<size_t>(column);
  return column >= 0 && index < m_edges.size() ? m_edges[index] : firstTimeOf(m_viewport, column);
}

SliceSpan RowWalk::merge(uint32_t end, int32_t column) {
  struct Share {
    StringId name;
    uint32_t slice = 0;
    int64_t longest = 0;
    int64_t total = -1;
  };
  std::array<Share, kDominanceSample> shares;
  size_t used = 0;
  const uint32_t sampleEnd = std::min(end, m_next + kDominanceSample);
  for (uint32_t i = m_next; i < sampleEnd; ++i) {
    const StringId name = m_names[i];
    const int64_t duration = m_durations[i];
    size_t k = 0;
    while (k < used && shares[k].name != name)
      ++k;
    if (k == used)
      shares[used++] = {name, i, duration, 0};
    shares[k].total += duration;
    if (duration > shares[k].longest) {
      shares[k].slice = i;
      shares[k].longest = duration;
    }
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
  preferMatch(span, m_next, end);
  return span;
}

/// The first match in [begin, end). Ranges are ascending, so most calls read no bits.
std::optional<uint32_t> RowWalk::matchIn(uint32_t begin, uint32_t end) {
  if (begin < m_noMatchFrom || begin > m_nextMatch) {
    m_noMatchFrom = begin;
    m_nextMatch = m_matches->firstIn(begin, m_end).value_or(m_end);
  }
  return m_nextMatch < end ? std::optional(m_nextMatch) : std::nullopt;
}

/// Slice `end` is the first one after the merged ones; if it begins in their column it is wide and
/// leaves the column to them.
void RowWalk::preferMatch(SliceSpan &span, uint32_t begin, uint32_t end) {
  if (m_matches == nullptr)
    return;
  std::optional<uint32_t> match = matchIn(begin, end);
  if (!match && end < m_end && m_matches->test(end) && m_begins[end] < edge(span.left + 1))
    match = end;
  if (!match)
    return;
  span.slice = SliceId(*match);
  span.name = m_names[*match];
  span.isMatch = true;
}

// Columns that hold whole blocks.

void RowWalk::setLevel(uint32_t level) {
  m_level = level;
  m_blocks = m_allBlocks[level];
}

/// Sets m_blockEnd for m_blockColumn and goes down to a level with two blocks in it. False if there
/// is none: the column is read from its slices.
bool RowWalk::findBlocks() {
  const int64_t begin = edge(m_blockColumn);
  const int64_t end = edge(m_blockColumn + 1);
  while (true) {
    const auto count = static_cast<uint32_t>(m_blocks.size());
    m_blockEnd = m_blockBegin < count && m_blocks[m_blockBegin].begin < end
                     ? gallop(m_blocks, m_blockBegin, count, end)
                     : m_blockBegin;
    if (m_blockEnd - m_blockBegin >= 2)
      return true;
    if (m_level == 0)
      return false;
    // On the lower level, the first block that begins in the column is a part of the block before
    // `above`.
    const uint32_t above = m_blockBegin;
    setLevel(m_level - 1);
    const uint32_t low = above == 0 ? 0 : (above - 1) * RowBlocks::kBlocks;
    const uint32_t high =
        std::min(above * RowBlocks::kBlocks, static_cast<uint32_t>(m_blocks.size()));
    m_blockBegin = firstFrom(m_blocks, low, high, begin);
  }
}

/// Switches to blocks at `column`, whose first slice is m_next. Returns false if the column has too
/// few blocks.
bool RowWalk::enterBlocks(int32_t column) {
  if (m_levels == 0 || m_end - m_next <= RowBlocks::kSlices)
    return false;
  // The fastest test for a column with few slices.
  if (m_begins[m_next + RowBlocks::kSlices] >= edge(column + 1))
    return false;
  setLevel(0);
  m_blockColumn = column;
  m_blockBegin = (m_next - m_first + RowBlocks::kSlices - 1) / RowBlocks::kSlices;
  if (findBlocks())
    return true;
  m_blockColumn = -1;
  return false;
}

/// Sets `span` of the next column if it has two blocks at some level. Else leaves the blocks and
/// returns false.
bool RowWalk::nextOfBlocks(SliceSpan &span) {
  if (m_blockColumn >= m_columns || !findBlocks()) {
    leaveBlocks();
    return false;
  }
  takeBlocks(span);
  return true;
}

/// The span of m_blockColumn, whose blocks were found.
void RowWalk::takeBlocks(SliceSpan &span) {
  uint32_t begin = m_blockBegin, end = m_blockEnd;
  // The begins of higher levels are a subset of these begins, so no memory is read.
  while (m_level + 1 < m_levels) {
    begin = (begin + RowBlocks::kBlocks - 1) / RowBlocks::kBlocks;
    end = (end + RowBlocks::kBlocks - 1) / RowBlocks::kBlocks;
    if (end - begin < 2)
      break;
    setLevel(m_level + 1);
    m_blockBegin = begin;
    m_blockEnd = end;
  }
  span.slice = m_blocks[m_blockBegin].slice;
  span.name = m_blocks[m_blockBegin].name;
  span.left = m_blockColumn;
  span.right = m_blockColumn + 1;
  span.count = 2;
  span.isMerged = true;
  span.isMatch = false;
  preferMatchOfBlocks(span);
  if (m_countsSlices)
    span.count = countInColumn();
  m_free = span.right;
  ++m_blockColumn;
  m_blockBegin = m_blockEnd;
}

/// The first slice that begins at or after `time`, if `block` is the first block that does.
uint32_t RowWalk::sliceBefore(uint32_t block, int64_t time) const {
  const uint64_t after = m_first + block * blockWidth();
  const auto high = static_cast<uint32_t>(std::min<uint64_t>(after, m_end));
  const uint32_t low = block == 0 ? m_first : static_cast<uint32_t>(after - blockWidth());
  return firstFrom(m_begins, low, high, time);
}

/// Prefers the first match that begins in the column. All slices from the first slice of the first
/// block to the first slice of the last block begin in the column; the begins of other slices are
/// read only if they match.
void RowWalk::preferMatchOfBlocks(SliceSpan &span) {
  if (m_matches == nullptr)
    return;
  const uint64_t width = blockWidth();
  const uint64_t sureBegin = m_first + m_blockBegin * width;
  const uint64_t sureEnd = m_first + (m_blockEnd - 1) * width; // inclusive
  const auto low = static_cast<uint32_t>(m_blockBegin == 0 ? m_first : sureBegin - width);
  const auto high = static_cast<uint32_t>(std::min<uint64_t>(sureEnd + width, m_end));
  std::optional<uint32_t> match = matchIn(low, high);
  if (match && *match < sureBegin && m_begins[*match] < edge(m_blockColumn))
    match = matchIn(sliceBefore(m_blockBegin, edge(m_blockColumn)), high);
  if (!match || (*match > sureEnd && m_begins[*match] >= edge(m_blockColumn + 1)))
    return;
  span.slice = SliceId(*match);
  span.name = m_names[*match];
  span.isMatch = true;
}

/// Slices that begin and end in the column.
uint32_t RowWalk::countInColumn() const {
  const uint32_t begin = sliceBefore(m_blockBegin, edge(m_blockColumn));
  uint32_t end = sliceBefore(m_blockEnd, edge(m_blockColumn + 1));
  if (columnOf(m_begins[end - 1] + m_durations[end - 1]) > m_blockColumn)
    --end;
  return end - begin;
}

/// Slices in a block of m_level.
uint64_t RowWalk::blockWidth() const {
  constexpr int kBitsOfBlocks = std::countr_zero(RowBlocks::kBlocks);
  return uint64_t{RowBlocks::kSlices} << (kBitsOfBlocks * m_level);
}

/// Continues with single slices at m_blockColumn. The last slice before the column may reach into
/// it.
void RowWalk::leaveBlocks() {
  m_next = sliceBefore(m_blockBegin, edge(m_blockColumn));
  m_blockColumn = -1;
  if (m_next > m_first &&
      columnFrom(m_free, m_begins[m_next - 1] + m_durations[m_next - 1]) > m_free)
    --m_next;
}

bool RowWalk::next(SliceSpan &span) {
  if (m_blockColumn >= 0 && nextOfBlocks(span))
    return true;
  return nextSlice(span);
}

bool RowWalk::nextSlice(SliceSpan &span) {
  while (m_next < m_end && m_begins[m_next] < m_stop) {
    const int64_t begin = m_begins[m_next];
    const int32_t left = columnFrom(m_free, begin);
    const int32_t right = columnFrom(left, begin + m_durations[m_next]);
    if (left < right) {
      const int32_t from = std::max({left, m_free, 0});
      const uint32_t slice = m_next++;
      if (from >= right)
        continue;
      span = {SliceId(slice),
              m_names[slice],
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
    if (left >= 0 && enterBlocks(left)) {
      takeBlocks(span);
      return true;
    }
    uint32_t end = gallop(m_begins, m_next, m_end, edge(left + 1));
    if (end == m_next)
      end = m_next + 1;
    // Slices of a row do not overlap, so only the last one can reach beyond the column.
    while (end - m_next > 1 && columnFrom(left, m_begins[end - 1] + m_durations[end - 1]) > left)
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
