// SPDX-License-Identifier: Apache-2.0
// Time range and tracks of a drag.
#include "viewer/geometry/timeline/area_drag.h"

#include <algorithm>

#include "viewer/geometry/timeline/edge_snap.h"

namespace pstudio {
namespace {

bool isOpenHeading(const LayoutItem &item) {
  return item.content == ItemContent::Strip && !item.isFolded;
}

void appendTracksBelow(const DisplayTree &tree, NodeId id, std::vector<TrackId> &out) {
  for (uint32_t i = id.value; i < tree.node(id).subtreeEnd; ++i)
    if (const TrackId track = tree.node(NodeId(i)).track; track.isValid())
      out.push_back(track);
}

Picoseconds dragTime(const TimelineScene &scene, double x, double y, bool snaps) {
  return snaps ? snappedTime(scene, x, y) : scene.viewport.timeAt(x);
}

} // namespace

std::vector<TrackId> tracksBetween(const DisplayTree &tree, const TrackLayout &layout, double y0,
                                   double y1) {
  const double top = std::max(0.0, std::min(y0, y1));
  const double bottom = std::max(y0, y1);
  const auto items = layout.items();
  const size_t first = layout.firstEndingBelow(top);
  std::vector<TrackId> tracks;
  std::vector<NodeId> headings;
  for (size_t i = first; i < items.size() && (i == first || items[i].y < bottom); ++i) {
    if (isOpenHeading(items[i]))
      headings.push_back(items[i].node);
    else if (items[i].isFolded)
      appendTracksBelow(tree, items[i].node, tracks);
    else
      tracks.push_back(tree.node(items[i].node).track);
  }
  if (tracks.empty())
    for (const NodeId heading : headings)
      appendTracksBelow(tree, heading, tracks);
  std::sort(tracks.begin(), tracks.end());
  tracks.erase(std::unique(tracks.begin(), tracks.end()), tracks.end());
  return tracks;
}

bool showsAnyOf(const DisplayTree &tree, const LayoutItem &item, std::span<const TrackId> tracks) {
  if (isOpenHeading(item))
    return false;
  const uint32_t end = item.isFolded ? tree.node(item.node).subtreeEnd : item.node.value + 1;
  for (uint32_t i = item.node.value; i < end; ++i)
    if (const TrackId track = tree.node(NodeId(i)).track;
        track.isValid() && std::binary_search(tracks.begin(), tracks.end(), track))
      return true;
  return false;
}

bool isInArea(const TimelineScene &scene, double x, double y) {
  const size_t index = scene.itemAt(y);
  if (!scene.area || index >= scene.layout->items().size())
    return false;
  const Picoseconds time = scene.viewport.timeAt(x);
  return time >= scene.area->range.begin && time < scene.area->range.end &&
         showsAnyOf(*scene.tree, scene.layout->items()[index], scene.area->tracks);
}

AreaDrag::AreaDrag(const TimelineScene &scene, double x, double y, bool snaps)
    : m_from(dragTime(scene, x, y, snaps)), m_to(m_from), m_fromY(scene.contentY(y)) {}

void AreaDrag::moveTo(const TimelineScene &scene, double x, double y, bool snaps) {
  m_to = dragTime(scene, x, y, snaps);
  m_tracks = tracksBetween(*scene.tree, *scene.layout, m_fromY, scene.contentY(y));
}

TimeRange AreaDrag::range() const {
  return {std::min(m_from, m_to), std::max(m_from, m_to)};
}

} // namespace pstudio
