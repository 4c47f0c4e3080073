// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/tree_text.h"

#include <algorithm>
#include <cmath>

#include "core/base/number_text.h"
#include "core/base/utf8.h"

namespace pstudio::calltree {
namespace {

std::string valueText(double value) {
  return std::isnan(value) ? "-" : significantText(value);
}

void addPadded(std::string &text, std::string_view value, size_t width) {
  text.append(width - std::min(width, value.size()), ' ');
  text += value;
}

/// The cut begins at a character, not inside one.
std::string_view shortened(std::string_view name, size_t most) {
  if (name.size() <= most)
    return name;
  while (most > 0 && (static_cast<unsigned char>(name[most]) & 0xc0) == 0x80)
    --most;
  return name.substr(0, most);
}

} // namespace

std::string treeText(const CallTree &tree, std::span<const MetricColumn> columns,
                     std::span<const ViewRow> rows, FrameStyle style) {
  std::vector<std::string> values(rows.size() * columns.size());
  std::vector<size_t> widths;
  std::vector<std::string> labels;
  for (const MetricColumn &column : columns) {
    labels.push_back(printableText(column.label));
    widths.push_back(labels.back().size());
  }
  for (size_t i = 0; i < values.size(); ++i) {
    const size_t column = i % columns.size();
    values[i] = valueText(columns[column].values[rows[i / columns.size()].node]);
    widths[column] = std::max(widths[column], values[i].size());
  }
  std::string text, buffer;
  for (size_t i = 0; i < columns.size(); ++i) {
    addPadded(text, labels[i], widths[i]);
    text += i + 1 < columns.size() ? "  " : "\n";
  }
  std::vector<bool> isLast; // by depth, of the row and its ancestors
  for (size_t row = 0; row < rows.size(); ++row) {
    const Node &node = tree.node(rows[row].node);
    for (size_t i = 0; i < columns.size(); ++i) {
      addPadded(text, values[row * columns.size() + i], widths[i]);
      text += "  ";
    }
    isLast.resize(node.depth + 1);
    isLast[node.depth] = rows[row].isLast;
    for (size_t depth = 1; depth < node.depth; ++depth)
      text += isLast[depth] ? "   " : "│  ";
    if (node.depth > 0)
      text += rows[row].isLast ? "└─ " : "├─ ";
    text += printableText(styledName(tree.text(node.name), style, buffer));
    text += '\n';
  }
  return text;
}

std::string sortedText(const CallTree &tree, const MetricColumn &column,
                       std::span<const ViewRow> rows, FrameStyle style) {
  constexpr size_t kLongestName = 100;
  std::vector<NodeId> nodes;
  for (const ViewRow &row : rows)
    if (tree.node(row.node).parent != kNoNode)
      nodes.push_back(row.node);
  std::ranges::stable_sort(nodes, std::greater(), [&](NodeId id) {
    return std::isnan(column.values[id]) ? -HUGE_VAL : column.values[id];
  });
  std::string text = "sorted by " + printableText(column.label) + '\n', buffer;
  for (const NodeId id : nodes) {
    addPadded(text, valueText(column.values[id]), column.label.size());
    text += "  ";
    const std::string_view name = styledName(tree.name(id), style, buffer);
    text += printableText(shortened(name, kLongestName));
    text += name.size() > kLongestName ? "...\n" : "\n";
  }
  return text;
}

} // namespace pstudio::calltree
