// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/tree_view.h"

#include <algorithm>
#include <cmath>

#include "core/base/regular_expression.h"

namespace pstudio::calltree {
Result<std::vector<bool>> matchingNodes(const CallTree &tree, const std::string &expression,
                                        MatchPlace place, std::string where) {
  const auto made = RegularExpression::make(expression, LetterCase::Exact);
  if (!made)
    return fail(ErrorCode::InvalidInput,
                "'" + expression + "' is no regular expression: " + made.error().toString(),
                std::move(where), "example: .*softmax.*");
  return nodesNamed(tree, [&](std::string_view name) {
    return place == MatchPlace::Whole ? made->matchesWhole(name) : made->isFoundIn(name);
  });
}

void addAncestors(const CallTree &tree, std::vector<bool> &nodes) {
  for (size_t i = nodes.size(); i-- > 0;)
    if (const NodeId parent = tree.nodes()[i].parent; nodes[i] && parent != kNoNode)
      nodes[parent] = true;
}

void addDescendants(const CallTree &tree, std::vector<bool> &nodes) {
  for (size_t i = 0; i < nodes.size(); ++i)
    if (const NodeId parent = tree.nodes()[i].parent; parent != kNoNode && nodes[parent])
      nodes[i] = true;
}

namespace {

Result<std::vector<bool>> shownNodes(const CallTree &tree, std::span<const MetricColumn> columns,
                                     const ViewOptions &options) {
  std::vector<bool> isShown(tree.nodes().size(), true);
  if (!options.include.empty()) {
    PSTUDIO_TRY_ASSIGN(isShown,
                       matchingNodes(tree, options.include, MatchPlace::Whole, "--include"));
    addDescendants(tree, isShown);
    addAncestors(tree, isShown);
  }
  if (!options.exclude.empty()) {
    PSTUDIO_TRY_ASSIGN(std::vector<bool> isExcluded,
                       matchingNodes(tree, options.exclude, MatchPlace::Whole, "--exclude"));
    addDescendants(tree, isExcluded);
    for (size_t i = 0; i < isShown.size(); ++i)
      isShown[i] = isShown[i] && !isExcluded[i];
  }
  if (options.threshold && !columns.empty()) {
    for (size_t i = 0; i < isShown.size(); ++i) // an unknown value compares as false
      isShown[i] = isShown[i] && columns[0].values[i] >= *options.threshold;
    addAncestors(tree, isShown);
  }
  for (size_t i = 0; i < isShown.size(); ++i)
    isShown[i] = isShown[i] && tree.nodes()[i].depth < options.depth;
  return isShown;
}

/// The shown children of each node, in order: those of node i begin at begins[i + 1]; the roots
/// come first.
struct ShownChildren {
  std::vector<NodeId> children;
  std::vector<size_t> begins;
  std::span<NodeId> of(NodeId parent) {
    const size_t list = parent == kNoNode ? 0 : size_t{parent} + 1;
    return std::span(children).subspan(begins[list], begins[list + 1] - begins[list]);
  }
};

ShownChildren shownChildren(const CallTree &tree, const std::vector<bool> &isShown) {
  const auto listOf = [&](size_t node) {
    const NodeId parent = tree.nodes()[node].parent;
    return parent == kNoNode ? 0 : size_t{parent} + 1;
  };
  ShownChildren result;
  result.begins.resize(isShown.size() + 2);
  for (size_t i = 0; i < isShown.size(); ++i)
    result.begins[listOf(i) + 1] += isShown[i];
  for (size_t i = 1; i < result.begins.size(); ++i)
    result.begins[i] += result.begins[i - 1];
  result.children.resize(result.begins.back());
  std::vector<size_t> next = result.begins;
  for (size_t i = 0; i < isShown.size(); ++i)
    if (isShown[i])
      result.children[next[listOf(i)]++] = static_cast<NodeId>(i);
  return result;
}

void sortSiblings(const CallTree &tree, std::span<const MetricColumn> columns, SiblingOrder order,
                  std::span<NodeId> siblings) {
  if (order == SiblingOrder::Name)
    std::ranges::stable_sort(siblings, {}, [&](NodeId id) { return tree.name(id); });
  if (order == SiblingOrder::Value && !columns.empty())
    std::ranges::stable_sort(siblings, std::greater(), [&](NodeId id) {
      const double value = columns[0].values[id];
      return std::isnan(value) ? -HUGE_VAL : value;
    });
}

} // namespace

Result<std::vector<ViewRow>> visibleRows(const CallTree &tree,
                                         std::span<const MetricColumn> columns,
                                         const ViewOptions &options) {
  PSTUDIO_TRY_ASSIGN(const std::vector<bool> isShown, shownNodes(tree, columns, options));
  ShownChildren children = shownChildren(tree, isShown);
  std::vector<ViewRow> rows, open; // open: nodes to show, the next one last
  rows.reserve(children.children.size());
  const auto openChildren = [&](NodeId parent) {
    const std::span<NodeId> list = children.of(parent);
    sortSiblings(tree, columns, options.order, list);
    for (size_t i = list.size(); i-- > 0;)
      open.push_back({list[i], i + 1 == list.size()});
  };
  openChildren(kNoNode);
  while (!open.empty()) {
    rows.push_back(open.back());
    open.pop_back();
    openChildren(rows.back().node);
  }
  return rows;
}

CallTree treeOfRows(const CallTree &tree, std::span<const ViewRow> rows) {
  CallTreeBuilder builder;
  builder.devices() = tree.devices();
  for (const ViewRow &row : rows) {
    const Node &node = tree.node(row.node);
    while (builder.depth() > node.depth)
      builder.close();
    const NodeId id = builder.open(tree.text(node.name), tree.text(node.type));
    std::vector<Metric> metrics;
    for (const Metric &metric : tree.metrics(row.node)) {
      const auto *text = std::get_if<TextId>(&metric.value);
      metrics.push_back({builder.intern(tree.text(metric.name)),
                         text ? MetricValue(builder.intern(tree.text(*text))) : metric.value});
    }
    builder.setMetrics(id, metrics);
  }
  while (builder.depth() > 0)
    builder.close();
  return std::move(builder).finish();
}

std::string_view styledName(std::string_view name, FrameStyle style, std::string &buffer) {
  const size_t at = name.rfind('@');
  const size_t colon = at == name.npos ? at : name.rfind(':', at);
  if (style == FrameStyle::Full || colon == name.npos || colon + 1 == at ||
      name.substr(colon + 1, at - colon - 1).find_first_not_of("0123456789") != name.npos)
    return name;
  if (style == FrameStyle::FunctionLine)
    return name.substr(colon + 1);
  const size_t slash = name.rfind('/', colon);
  const size_t file = slash == name.npos ? 0 : slash + 1;
  if (style == FrameStyle::FileFunctionLine)
    return name.substr(file);
  buffer = std::string(name.substr(file, colon - file)) + std::string(name.substr(at));
  return buffer;
}

} // namespace pstudio::calltree
