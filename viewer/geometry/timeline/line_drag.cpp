// SPDX-License-Identifier: Apache-2.0
#include "viewer/geometry/timeline/line_drag.h"

#include <algorithm>
#include <vector>

namespace pstudio {
namespace {

/// Pinned lines are siblings of each other, and of no other root.
std::vector<NodeId> siblingsOf(const DisplayTree &tree, NodeId line) {
  const NodeId parent = tree.node(line).parent;
  const bool isPinned = line.value < tree.pinnedEnd();
  uint32_t first = parent.isValid() ? parent.value + 1 : 0;
  auto end = parent.isValid() ? tree.node(parent).subtreeEnd : static_cast<uint32_t>(tree.size());
  if (!parent.isValid() && isPinned)
    end = static_cast<uint32_t>(tree.pinnedEnd());
  else if (!parent.isValid())
    first = static_cast<uint32_t>(tree.pinnedEnd());
  std::vector<NodeId> siblings;
  for (uint32_t i = first; i < end; i = tree.nodes()[i].subtreeEnd)
    if (firstTrackOf(tree, NodeId(i)).isValid()) // rows of scopes have none
      siblings.emplace_back(i);
  return siblings;
}

/// The bottom of the last visible line of the subtree.
double bottomOf(const TimelineScene &scene, NodeId node) {
  const auto items = scene.layout->items();
  size_t last = scene.layout->itemOf(*scene.tree, node);
  while (last + 1 < items.size() &&
         items[last + 1].node < NodeId(scene.tree->node(node).subtreeEnd))
    ++last;
  return items[last].y + static_cast<double>(items[last].height);
}

} // namespace

bool canMoveLine(const DisplayTree &tree, NodeId line) {
  if (!line.isValid() || !firstTrackOf(tree, line).isValid())
    return false;
  const bool isBelowPinned = line.value < tree.pinnedEnd() && tree.node(line).parent.isValid();
  return !isBelowPinned && siblingsOf(tree, line).size() > 1;
}

std::optional<LineDrop> lineDropAt(const TimelineScene &scene, NodeId line, double y) {
  const DisplayTree &tree = *scene.tree;
  const auto items = scene.layout->items();
  const std::vector<NodeId> siblings = siblingsOf(tree, line);
  const double contentY = scene.contentY(y);
  size_t at = siblings.size();
  for (size_t i = 0; i < siblings.size() && at == siblings.size(); ++i) {
    const LayoutItem &item = items[scene.layout->itemOf(tree, siblings[i])];
    if (contentY < item.y && i == 0)
      return std::nullopt; // above the group
    const double bottom = bottomOf(scene, siblings[i]);
    if (contentY < bottom)
      at = contentY < (item.y + bottom) / 2 ? i : i + 1;
  }
  const double end = bottomOf(scene, siblings.back());
  if (at == siblings.size() && contentY > end + static_cast<double>(items.front().height))
    return std::nullopt; // far below the group
  const size_t own = static_cast<size_t>(std::ranges::find(siblings, line) - siblings.begin());
  if (at == own || at == own + 1)
    return std::nullopt;
  if (at >= siblings.size())
    return LineDrop{NodeId(), end};
  return LineDrop{siblings[at], items[scene.layout->itemOf(tree, siblings[at])].y};
}

std::optional<NodeId> siblingBeside(const DisplayTree &tree, NodeId line, int places) {
  const std::vector<NodeId> siblings = siblingsOf(tree, line);
  const auto own = std::ranges::find(siblings, line) - siblings.begin();
  const auto last = static_cast<std::ptrdiff_t>(siblings.size()) - 1;
  if (places < 0)
    return own == 0 ? std::nullopt : std::optional(siblings[static_cast<size_t>(own - 1)]);
  if (own == last)
    return std::nullopt;
  return own + 1 == last ? NodeId() : siblings[static_cast<size_t>(own + 2)];
}

std::vector<TrackId> siblingTracks(const DisplayTree &tree, NodeId line) {
  std::vector<TrackId> tracks;
  for (const NodeId sibling : siblingsOf(tree, line))
    tracks.push_back(firstTrackOf(tree, sibling));
  return tracks;
}

TrackMove moveOf(const DisplayTree &tree, NodeId line, NodeId before) {
  const NodeId beside = before.isValid() ? before : siblingsOf(tree, line).back();
  return {firstTrackOf(tree, line), firstTrackOf(tree, beside), !before.isValid()};
}

int placesBetween(const DisplayTree &tree, NodeId line, NodeId before) {
  const std::vector<NodeId> siblings = siblingsOf(tree, line);
  const auto placeOf = [&](NodeId node) {
    return static_cast<int>(std::ranges::find(siblings, node) - siblings.begin());
  };
  const int from = placeOf(line), to = placeOf(before);
  return to > from ? to - from - 1 : to - from;
}

} // namespace pstudio
