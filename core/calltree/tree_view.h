// SPDX-License-Identifier: Apache-2.0
// Selection and order of the visible nodes of a call tree.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/calltree/metric_column.h"

namespace pstudio::calltree {

/// Order of siblings.
enum class SiblingOrder : uint8_t {
  File,  ///< as in the tree
  Value, ///< by the first column, the largest first, unknown values last
  Name,
};

/// Form in which a frame "path/file:line@function" is written; other names stay.
enum class FrameStyle : uint8_t { Full, FileFunctionLine, FunctionLine, FileFunction };

struct ViewOptions {
  /// Regular expressions (core/base/regular_expression.h) that match whole names.
  std::string include; ///< keep the paths through these nodes: ancestors and all descendants
  std::string exclude; ///< omit these nodes and all descendants
  std::optional<double> threshold; ///< keep nodes of at least this value and their ancestors
  uint32_t depth = 100;            ///< levels, 1: only the roots
  SiblingOrder order = SiblingOrder::File;
};

/// One line of the view.
struct ViewRow {
  NodeId node = kNoNode;
  bool isLast = false; ///< the last of its siblings that are shown
};

/// The nodes that are shown, each after its parent. Columns keep their values: filters never change
/// a sum. InvalidInput for a regular expression that is none. The threshold compares the first
/// column. O(nodes), with an order O(nodes * log(nodes)).
Result<std::vector<ViewRow>> visibleRows(const CallTree &tree,
                                         std::span<const MetricColumn> columns,
                                         const ViewOptions &options);

/// A tree of the nodes of `rows`, with their metrics and all devices. O(size).
CallTree treeOfRows(const CallTree &tree, std::span<const ViewRow> rows);

/// Part of a name that a regular expression has to match.
enum class MatchPlace : uint8_t { Whole, Anywhere };

/// The nodes for whose names isMatch(name) holds, by node. It is called once for each distinct
/// name.
template <class IsMatch>
std::vector<bool> nodesNamed(const CallTree &tree, const IsMatch &isMatch) {
  std::vector<int8_t> known(tree.textCount(), -1);
  std::vector<bool> nodes(tree.nodes().size());
  for (NodeId id = 0; id < nodes.size(); ++id) {
    int8_t &ofName = known[tree.node(id).name.value];
    if (ofName < 0)
      ofName = isMatch(tree.name(id));
    nodes[id] = ofName > 0;
  }
  return nodes;
}

/// The nodes whose names match a regular expression (core/base/regular_expression.h), by node.
/// InvalidInput, with `where` in the error, for an expression that is none. O(length of all names x
/// length of the expression).
Result<std::vector<bool>> matchingNodes(const CallTree &tree, const std::string &expression,
                                        MatchPlace place, std::string where = {});

/// Adds the ancestors of the nodes, or their descendants. O(nodes).
void addAncestors(const CallTree &tree, std::vector<bool> &nodes);
void addDescendants(const CallTree &tree, std::vector<bool> &nodes);

/// "path/file.py:12@f" is "file.py:12@f", "12@f" or "file.py@f".
std::string_view styledName(std::string_view name, FrameStyle style, std::string &buffer);

} // namespace pstudio::calltree
