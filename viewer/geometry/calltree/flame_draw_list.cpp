// SPDX-License-Identifier: Apache-2.0
// A flame graph as a draw list, roots at the top, and what is at a pixel of it.
#include "viewer/geometry/calltree/flame_draw_list.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/number_text.h"

namespace pstudio {
namespace {

using namespace calltree;

constexpr double kMinWidth = 1;     // of a node [pixels]
constexpr float kMinTextBox = 28;   // narrower boxes have no text
constexpr float kMinValueBox = 160; // wider boxes have the value beside the name
constexpr float kTextInset = 4;
constexpr uint8_t kDimmed = 48;      // tint of nodes that the filter does not match
constexpr uint8_t kAncestor = 110;   // tint of the ancestors of the top
constexpr uint8_t kInkTint = 200;    // below this tint, text has the colour for the canvas
constexpr size_t kLongestName = 512; // bytes that are measured

/// A node with its place.
struct Box {
  NodeId node = kNoNode;
  double x = 0, width = 0;
};

/// Iterates over the children of a box, from the left, until one is too narrow.
class ChildWalk {
public:
  ChildWalk(const FlameLayout &layout, const Box &box)
      : m_layout(layout), m_children(layout.children(box.node)), m_x(box.x) {
    const double all =
        box.node == kNoNode ? layout.sizeOfChildren(kNoNode) : layout.sizeOf(box.node);
    m_scale = all > 0 ? box.width / all : 0;
    m_end = box.x + m_scale * layout.sizeOfChildren(box.node);
  }
  /// Returns false at the end, or before the first child that is too narrow. The remaining children
  /// are the rest.
  bool next(Box &child) {
    if (m_at == m_children.size())
      return false;
    const double width = m_scale * m_layout.sizeOf(m_children[m_at]);
    if (!(width >= kMinWidth))
      return false;
    child = {m_children[m_at++], m_x, width};
    m_x += width;
    return true;
  }
  /// Number and position of the children that next() did not return.
  size_t rest() const { return m_children.size() - m_at; }
  double restX() const { return m_x; }
  double restWidth() const { return std::max(0.0, m_end - m_x); }

private:
  const FlameLayout &m_layout;
  std::span<const NodeId> m_children;
  size_t m_at = 0;
  double m_x;
  double m_scale = 0;
  double m_end = 0;
};

/// The beginning of the name, at most kLongestName bytes, cut between UTF-8 characters.
std::string_view shortened(std::string_view name) {
  if (name.size() <= kLongestName)
    return name;
  size_t end = kLongestName;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0) == 0x80)
    --end;
  return name.substr(0, end);
}

uint32_t depthIn(const FlameScene &scene, NodeId id) {
  return scene.data->tree.node(id).depth;
}

float yOfDepth(const FlameScene &scene, uint32_t depth) {
  return static_cast<float>(static_cast<double>(depth) * static_cast<double>(kFlameRow) -
                            scene.scrollY);
}

/// Rectangle of a box; none outside of the visible part.
std::optional<PixelRect> rectOf(const FlameScene &scene, const Box &box) {
  const float y = yOfDepth(scene, depthIn(scene, box.node));
  const double left = std::floor(box.x), right = std::floor(box.x + box.width);
  if (y + kFlameRow <= 0 || y >= scene.height || right <= left)
    return std::nullopt;
  const auto width = static_cast<float>(right - left);
  return PixelRect{static_cast<float>(left), y, width >= 3 ? width - 1 : width, kFlameRow - 1};
}

/// Calls `onBox` for the ancestors of the top, the top, and the nodes below it that are wide enough
/// and not below the visible part. Calls `onRest` with the remaining children of each node and
/// their depth.
template <class OnBox, class OnRest>
void walkFlame(const FlameScene &scene, const OnBox &onBox, const OnRest &onRest) {
  const Box top{scene.top, 0, static_cast<double>(scene.width)};
  if (scene.top != kNoNode)
    for (NodeId id = scene.data->tree.node(scene.top).parent; id != kNoNode;
         id = scene.data->tree.node(id).parent)
      onBox(Box{id, top.x, top.width}, true);
  std::vector<Box> open = {top};
  while (!open.empty()) {
    const Box box = open.back();
    open.pop_back();
    const uint32_t below = box.node == kNoNode ? 0 : depthIn(scene, box.node) + 1;
    if (box.node != kNoNode)
      onBox(box, false);
    if (yOfDepth(scene, below) >= scene.height)
      continue;
    ChildWalk walk(*scene.layout, box);
    for (Box child; walk.next(child);)
      open.push_back(child);
    onRest(walk, below);
  }
}

class FlamePainter {
public:
  FlamePainter(const FlameScene &scene, const TextMeasure &measure, DrawList &out)
      : m_scene(scene), m_measure(measure), m_out(out) {}

  void drawBox(const Box &box, uint8_t tint);
  void drawRest(const ChildWalk &walk, uint32_t depth);

private:
  void drawText(const Box &box, const PixelRect &rect, ColorToken ink);
  ColorToken fillOf(NodeId id, uint8_t &tint) const;

  const FlameScene &m_scene;
  const TextMeasure &m_measure;
  DrawList &m_out;
};

/// Fill of a node. In a difference an increase is Warning, a decrease is Good, and the tint is the
/// share that changed.
ColorToken FlamePainter::fillOf(NodeId id, uint8_t &tint) const {
  if (!m_scene.data->isDifference)
    return scopeFill(m_scene.data->colors[id]);
  const double change = m_scene.column->values[id];
  const double size = m_scene.column->sizes[id];
  const double share =
      size > 0 && std::isfinite(change) ? std::min(1.0, std::abs(change) / size) : 0;
  tint = static_cast<uint8_t>(static_cast<double>(tint) * (0.15 + 0.6 * share));
  return change > 0 ? ColorToken::Warning : change < 0 ? ColorToken::Good : ColorToken::TextMuted;
}

void FlamePainter::drawBox(const Box &box, uint8_t tint) {
  const auto shown = rectOf(m_scene, box);
  if (!shown)
    return;
  const PixelRect &rect = *shown;
  if (m_scene.matches && !(*m_scene.matches)[box.node])
    tint = kDimmed;
  const ColorToken fill = fillOf(box.node, tint);
  const bool isMarked = box.node == m_scene.selected || box.node == m_scene.hovered;
  m_out.addRect(DrawLayer::Data, {.rect = rect, .fill = fill, .tint = tint});
  if (isMarked && std::floor(box.x + box.width) - std::floor(box.x) >= 3)
    m_out.addRect(
        DrawLayer::Overlay,
        {.rect = rect,
         .outline = box.node == m_scene.selected ? ColorToken::Selection : ColorToken::Hover,
         .outlineWidth = box.node == m_scene.selected ? 2.0f : 1.0f});
  const bool isPale = tint < kInkTint || m_scene.data->isDifference;
  drawText(box, rect, isPale ? ColorToken::Text : scopeInk(m_scene.data->colors[box.node]));
}

void FlamePainter::drawText(const Box &box, const PixelRect &rect, ColorToken ink) {
  if (rect.width < kMinTextBox)
    return;
  PixelRect name{rect.x + kTextInset, rect.y, rect.width - 2 * kTextInset, rect.height};
  const std::string value =
      treeValueText(*m_scene.column, m_scene.column->values[box.node], m_scene.data->isDifference);
  if (rect.width >= kMinValueBox) {
    const float width = m_measure.width(FontRole::MonoSmall, value);
    m_out.addText(
        DrawLayer::Label,
        {.box = name, .font = FontRole::MonoSmall, .align = TextAlign::Right, .color = ink}, value);
    name.width -= width + 2 * kTextInset;
  }
  const std::string text =
      elided(m_measure, FontRole::Small, shortened(m_scene.data->tree.name(box.node)), name.width);
  if (!text.empty())
    m_out.addText(DrawLayer::Label, {.box = name, .font = FontRole::Small, .color = ink}, text);
}

void FlamePainter::drawRest(const ChildWalk &walk, uint32_t depth) {
  const float y = yOfDepth(m_scene, depth);
  const double left = std::floor(walk.restX()), right = std::floor(walk.restX() + walk.restWidth());
  if (walk.rest() == 0 || right <= left || y + kFlameRow <= 0 || y >= m_scene.height)
    return;
  const PixelRect rect{static_cast<float>(left), y, static_cast<float>(right - left),
                       kFlameRow - 1};
  m_out.addRect(DrawLayer::Data, {.rect = rect, .fill = ColorToken::DensityTrack});
  m_out.addRect(DrawLayer::Data,
                {.rect = rect, .fill = ColorToken::TextMuted, .opacity = 110, .hatched = true});
  const std::string text = countText(walk.rest(), "narrow node", "narrow nodes");
  if (rect.width >= m_measure.width(FontRole::Small, text) + 4 * kTextInset)
    m_out.addText(DrawLayer::Label,
                  {.box = rect, .font = FontRole::Small, .align = TextAlign::Center}, text);
}

} // namespace

void drawFlame(const FlameScene &scene, const TextMeasure &measure, DrawList &out) {
  out.clear({0, 0, scene.width, scene.height});
  if (!scene.data || scene.layout->isEmpty())
    return;
  FlamePainter painter(scene, measure, out);
  walkFlame(
      scene, [&](const Box &box, bool isAbove) { painter.drawBox(box, isAbove ? kAncestor : 255); },
      [&](const ChildWalk &walk, uint32_t depth) { painter.drawRest(walk, depth); });
}

std::vector<FlameBox> flameBoxes(const FlameScene &scene) {
  std::vector<FlameBox> boxes;
  if (!scene.data || scene.layout->isEmpty())
    return boxes;
  const auto add = [&](const Box &box, bool) {
    if (const auto rect = rectOf(scene, box))
      boxes.push_back({box.node, *rect});
  };
  walkFlame(scene, add, [](const ChildWalk &, uint32_t) {});
  std::ranges::sort(boxes, {},
                    [](const FlameBox &box) { return std::pair(box.rect.y, box.rect.x); });
  return boxes;
}

FlameHit hitFlame(const FlameScene &scene, double x, double y) {
  if (!scene.data || scene.layout->isEmpty() || x < 0 || x >= static_cast<double>(scene.width) ||
      y < 0 || y >= static_cast<double>(scene.height))
    return {};
  const CallTree &tree = scene.data->tree;
  const auto row = static_cast<uint32_t>((y + scene.scrollY) / static_cast<double>(kFlameRow));
  if (scene.top != kNoNode && row <= tree.node(scene.top).depth) {
    NodeId id = scene.top;
    while (tree.node(id).depth > row)
      id = tree.node(id).parent;
    return {id, 0, tree.node(id).parent};
  }
  Box box{scene.top, 0, static_cast<double>(scene.width)};
  for (;;) {
    ChildWalk walk(*scene.layout, box);
    const NodeId parent = box.node;
    const uint32_t depth = parent == kNoNode ? 0 : tree.node(parent).depth + 1;
    Box child;
    bool isFound = false;
    while (!isFound && walk.next(child))
      isFound = x < std::floor(child.x + child.width);
    if (!isFound && x < std::floor(walk.restX() + walk.restWidth()) && depth == row)
      return {kNoNode, walk.rest(), parent};
    if (!isFound)
      return {};
    if (depth == row)
      return {child.node, 0, parent};
    box = child;
  }
}

uint32_t flameRows(const TreeData &data, NodeId top) {
  const std::span<const Node> nodes = data.tree.nodes();
  const size_t begin = top == kNoNode ? 0 : top,
               end = top == kNoNode ? nodes.size() : nodes[top].end;
  uint32_t rows = 0;
  for (size_t i = begin; i < end; ++i)
    rows = std::max(rows, nodes[i].depth + 1);
  return rows;
}

} // namespace pstudio
