// SPDX-License-Identifier: Apache-2.0
// Finds edges of slices by binary search in each row.
#include "viewer/geometry/timeline/edge_snap.h"

#include <algorithm>
#include <cmath>

namespace pstudio {
namespace {

/// One past the last slice of a row.
uint32_t sliceEndOf(const Row &row) {
  return row.firstSlice.value + row.sliceCount;
}

/// Keeps the edge with the smallest distance to a pixel.
class NearestEdge {
public:
  NearestEdge(const TimelineScene &scene, double x)
      : m_trace(*scene.trace), m_viewport(scene.viewport), m_x(x), m_time(scene.viewport.timeAt(x)),
        m_nearest(m_time) {}

  void offerLine(const TimelineScene &scene, const LayoutItem &item) {
    if (item.content != ItemContent::Bars && item.content != ItemContent::Lanes)
      return;
    const Track &track = m_trace.track(scene.tree->node(item.node).track);
    for (uint32_t i = 0; i < track.rowCount; ++i)
      offerRow(RowId(track.firstRow.value + i));
    offerInstants(track);
  }
  bool hasEdge() const { return m_distance <= kSnapDistance; }
  Picoseconds time() const { return hasEdge() ? m_nearest : m_time; }

private:
  /// Slices of a row do not overlap: no edge is nearer than those around the time.
  void offerRow(RowId id) {
    const Row &row = m_trace.row(id);
    if (row.sliceCount == 0)
      return;
    const SliceId found = m_trace.firstEndingAfter(id, m_time);
    const uint32_t at = found.isValid() ? found.value : sliceEndOf(row);
    if (at > row.firstSlice.value)
      offer(m_trace.sliceTime(SliceId(at - 1)).end);
    if (at == sliceEndOf(row))
      return;
    offer(m_trace.sliceTime(SliceId(at)).begin);
    offer(m_trace.sliceTime(SliceId(at)).end);
  }

  void offerInstants(const Track &track) {
    const auto instants = m_trace.instants().subspan(track.firstInstant, track.instantCount);
    const auto after = std::partition_point(instants.begin(), instants.end(),
                                            [&](const Instant &i) { return i.time < m_time; });
    if (after != instants.end())
      offer(after->time);
    if (after != instants.begin())
      offer(std::prev(after)->time);
  }

  void offer(Picoseconds time) {
    const double distance = std::fabs(m_viewport.pixelOf(time) - m_x);
    if (distance > kSnapDistance || distance >= m_distance)
      return;
    m_distance = distance;
    m_nearest = time;
  }

  const Trace &m_trace;
  const Viewport &m_viewport;
  double m_x;
  Picoseconds m_time;
  Picoseconds m_nearest;
  double m_distance = kSnapDistance + 1;
};

} // namespace

Picoseconds snappedTime(const TimelineScene &scene, double x, std::optional<double> y) {
  const auto items = scene.layout->items();
  if (y && *y >= 0) {
    const size_t index = scene.layout->firstEndingBelow(*y + scene.scrollY);
    NearestEdge ofLine(scene, x);
    if (index < items.size())
      ofLine.offerLine(scene, items[index]);
    if (ofLine.hasEdge())
      return ofLine.time();
  }
  NearestEdge nearest(scene, x);
  for (size_t i = scene.layout->firstEndingBelow(scene.scrollY); i < items.size(); ++i) {
    if (items[i].y >= scene.scrollY + static_cast<double>(scene.height))
      break;
    nearest.offerLine(scene, items[i]);
  }
  return nearest.time();
}

std::optional<Picoseconds> edgeAfter(const Trace &trace, std::span<const TrackId> tracks,
                                     Picoseconds time, Picoseconds distance) {
  const Picoseconds from = time + distance;
  std::optional<Picoseconds> first;
  for (const TrackId id : tracks) {
    const Track &track = trace.track(id);
    for (uint32_t i = 0; i < track.rowCount; ++i) {
      const SliceId found =
          trace.firstEndingAfter(RowId(track.firstRow.value + i), from - Picoseconds(1));
      if (!found.isValid())
        continue;
      const TimeRange slice = trace.sliceTime(found);
      const Picoseconds edge = slice.begin >= from ? slice.begin : slice.end;
      if (!first || edge < *first)
        first = edge;
    }
  }
  return first;
}

std::optional<Picoseconds> edgeBefore(const Trace &trace, std::span<const TrackId> tracks,
                                      Picoseconds time, Picoseconds distance) {
  const Picoseconds until = time - distance;
  std::optional<Picoseconds> last;
  const auto offer = [&](Picoseconds edge) {
    if (edge <= until && (!last || edge > *last))
      last = edge;
  };
  for (const TrackId id : tracks) {
    const Track &track = trace.track(id);
    for (uint32_t i = 0; i < track.rowCount; ++i) {
      const RowId rowId(track.firstRow.value + i);
      const Row &row = trace.row(rowId);
      const SliceId found = trace.firstEndingAfter(rowId, until);
      const uint32_t at = found.isValid() ? found.value : sliceEndOf(row);
      if (found.isValid())
        offer(trace.sliceTime(found).begin);
      if (at > row.firstSlice.value)
        offer(trace.sliceTime(SliceId(at - 1)).end);
    }
  }
  return last;
}

} // namespace pstudio
