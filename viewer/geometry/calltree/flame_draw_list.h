// SPDX-License-Identifier: Apache-2.0
// A flame graph as a draw list, roots at the top, and what is at a pixel of it.
#pragma once

#include <cstdint>
#include <vector>

#include "viewer/geometry/calltree/flame_layout.h"
#include "viewer/geometry/draw_list.h"
#include "viewer/geometry/text_measure.h"

namespace pstudio {

/// Distance of the rows [pixels].
inline constexpr float kFlameRow = 20;

/// Everything that one frame of the flame graph shows. Nothing is owned.
struct FlameScene {
  const TreeData *data = nullptr;
  const FlameLayout *layout = nullptr;
  const TreeColumn *column = nullptr;       ///< the one of the layout
  calltree::NodeId top = calltree::kNoNode; ///< fills the width of the graph; kNoNode: all roots
  float width = 0, height = 0;
  double scrollY = 0; ///< content above the top edge [pixels]
  calltree::NodeId selected = calltree::kNoNode;
  calltree::NodeId hovered = calltree::kNoNode;
  const std::vector<bool> *matches = nullptr; ///< by node; others are dimmed. Null: no filter
};

/// Result of a hit test.
struct FlameHit {
  calltree::NodeId node = calltree::kNoNode; ///< kNoNode: nothing, or the rest of siblings
  /// Siblings narrower than a pixel, which are drawn as one; 0: none are here. They are the
  /// children of `parent`, or roots.
  size_t rest = 0;
  calltree::NodeId parent = calltree::kNoNode;
  bool operator==(const FlameHit &) const = default;
};

/// Draws the rows that are visible. Nodes narrower than a pixel and their subtrees are not visited.
/// O(width * visible rows + rows above).
void drawFlame(const FlameScene &scene, const TextMeasure &measure, DrawList &out);

FlameHit hitFlame(const FlameScene &scene, double x, double y);

/// The box of a node.
struct FlameBox {
  calltree::NodeId node = calltree::kNoNode;
  PixelRect rect;
};

/// The boxes that drawFlame() draws, row by row from the left, without merged siblings.
/// O(boxes * log(boxes)).
std::vector<FlameBox> flameBoxes(const FlameScene &scene);

/// Rows of the graph with this node at the top. O(nodes below it).
uint32_t flameRows(const TreeData &data, calltree::NodeId top);

} // namespace pstudio
