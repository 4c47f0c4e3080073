// SPDX-License-Identifier: Apache-2.0
// Hit tests: the inverse of timeline_draw_list, with the same rules for merged columns.
#include "viewer/geometry/timeline/hit_test.h"

#include <cmath>

#include "viewer/geometry/timeline/instant_marks.h"
#include "viewer/geometry/timeline/row_walk.h"
#include "viewer/geometry/timeline/search_marks.h"
#include "viewer/geometry/timeline/timeline_draw_list.h"

namespace pstudio {
namespace {

TimelineHit lineAt(const TimelineScene &scene, double y) {
  TimelineHit hit;
  if (y + scene.scrollY < 0)
    return hit;
  const size_t index = scene.itemAt(y);
  if (index < scene.layout->items().size()) {
    hit.item = index;
    hit.node = scene.layout->items()[index].node;
  }
  return hit;
}

/// The last sample that is drawn in the column.
uint32_t sampleInColumn(const TimelineScene &scene, NodeId node, int32_t column) {
  const TrackId track = scene.tree->node(node).track;
  const Trace &trace = *scene.trace;
  if (scene.viewport.timeAt(column) >= counterEnd(trace, track))
    return UINT32_MAX;
  return sampleBefore(trace, track, scene.viewport.timeAt(column + 1));
}

} // namespace

TimelineHit hitTracks(const TimelineScene &scene, double x, double y) {
  TimelineHit hit = lineAt(scene, y);
  if (!hit.isLine())
    return hit;
  const LayoutItem &item = scene.layout->items()[hit.item];
  if (item.content == ItemContent::Counter)
    hit.sample = sampleInColumn(scene, hit.node, static_cast<int32_t>(std::floor(x)));
  if (item.content != ItemContent::Bars && item.content != ItemContent::Lanes)
    return hit;
  const Track &track = scene.trace->track(scene.tree->node(item.node).track);
  const auto inItem = static_cast<float>(y - scene.screenTop(item));
  hit.instant = instantAt(scene, item, x, static_cast<double>(inItem));
  if (hit.instant.isValid())
    return hit;
  const auto column = static_cast<int32_t>(std::floor(x));
  const MatchBits *matches = scene.search ? &scene.search->result().slices : nullptr;
  for (uint32_t place = 0; place < item.rowCount; ++place) {
    const float top = scene.layout->rowTop(item, place);
    if (inItem < top || inItem >= top + scene.layout->rowHeight(item))
      continue;
    // Of overlaid depths the innermost one lies on top.
    const uint32_t end = item.isOverlaid(place) ? item.shownRows() : place + 1;
    for (uint32_t depth = end; depth-- > place && !hit.slice.isValid();)
      if (const auto span = spanInColumn(*scene.trace, RowId(track.firstRow.value + depth),
                                         scene.viewport, column, matches)) {
        hit.slice = span->slice;
        hit.merged = span->count;
      }
  }
  return hit;
}

TimelineHit hitLabels(const TimelineScene &scene, double x, double y) {
  TimelineHit hit = lineAt(scene, y);
  if (!hit.isLine())
    return hit;
  const double indent = static_cast<double>(labelIndent(scene.tree->node(hit.node).depth));
  const LayoutItem &item = scene.layout->items()[hit.item];
  hit.onTriangle = item.canFold && x >= indent - 6 && x < indent + 12;
  if (hasLevelsText(item) && x >= indent) {
    const double top =
        scene.screenTop(item) + static_cast<double>(scene.layout->rowTop(item, item.rowCount - 1));
    hit.onLevels = y >= top && y < top + static_cast<double>(scene.layout->rowHeight(item));
  }
  return hit;
}

} // namespace pstudio
