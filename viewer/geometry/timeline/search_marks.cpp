// SPDX-License-Identifier: Apache-2.0
// Collects the times of hits for each group that they lie in.
#include "viewer/geometry/timeline/search_marks.h"

#include <algorithm>
#include <cmath>

namespace pstudio {

SearchMarks::SearchMarks(std::shared_ptr<const Trace> trace,
                         std::shared_ptr<const SearchResult> result, const DisplayTree &tree)
    : m_trace(std::move(trace)), m_result(std::move(result)), m_tree(&tree), m_warps(*m_trace),
      m_below(tree.size()) {}

void SearchMarks::build(size_t budget) {
  const size_t end = m_next + std::min(budget, m_result->hits.size() - m_next);
  for (; m_next < end; ++m_next)
    add(m_result->hits[m_next]);
}

void SearchMarks::add(const SearchHit &hit) {
  if (hit.kind == HitKind::Track || hit.kind == HitKind::Counter)
    return;
  const TimeRange time = timeOfHit(*m_trace, hit);
  append(m_all, time);
  const TrackId track = trackOfHit(*m_trace, *m_result, hit, m_warps);
  NodeId node = track.isValid() ? m_tree->nodeOf(track) : NodeId();
  for (; node.isValid(); node = m_tree->node(node).parent)
    if (hit.kind == HitKind::Access || m_tree->node(node).childCount > 0)
      append(m_below[node.value], time);
}

/// Hits are ordered by begin, so a new one extends the last interval or starts another.
void SearchMarks::append(Intervals &to, const TimeRange &time) {
  if (!to.empty() && time.begin.value <= to.back().end)
    to.back().end = std::max(to.back().end, time.end.value);
  else
    to.push_back({time.begin.value, time.end.value});
}

void SearchMarks::columnsBelow(NodeId node, const Viewport &viewport, double columnPx,
                               std::vector<bool> &out) const {
  out.assign(static_cast<size_t>(std::ceil(viewport.widthPx() / columnPx)), false);
  const Intervals &intervals = node.isValid() ? m_below[node.value] : m_all;
  const TimeRange visible = viewport.visible();
  const auto columns = static_cast<double>(out.size());
  const auto columnOf = [&](int64_t time) {
    return std::clamp(viewport.pixelOf(Picoseconds(time)) / columnPx, -1.0, columns);
  };
  auto next = std::ranges::partition_point(
      intervals, [&](const Interval &i) { return i.end <= visible.begin.value; });
  while (next != intervals.end() && next->begin < visible.end.value) {
    const double first = std::floor(columnOf(next->begin));
    const double last = std::max(first, std::ceil(columnOf(next->end)) - 1);
    for (double column = std::max(first, 0.0); column <= std::min(last, columns - 1); ++column)
      out[static_cast<size_t>(column)] = true;
    // One picosecond less, because times of pixels are rounded.
    const int64_t after = viewport.timeAt((last + 1) * columnPx).value - 1;
    next = std::partition_point(next + 1, intervals.end(),
                                [&](const Interval &i) { return i.end <= after; });
  }
}

} // namespace pstudio
