// SPDX-License-Identifier: Apache-2.0
// A call tree as the panel shows it: columns of values, colours, and the slices of its nodes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/calltree/call_tree.h"
#include "core/calltree/trace_tree.h"
#include "viewer/geometry/card_line.h"
#include "viewer/geometry/color_token.h"

namespace pstudio {

/// Kind of a value, which decides its text form.
enum class TreeValue : uint8_t {
  Time,    ///< [ns]
  Count,   ///< whole
  Bytes,   ///< whole
  Percent, ///< 100 is all
  Rate,    ///< amount a second, of TreeColumn::unit
  Number,  ///< anything else
};

/// One value for each node.
struct TreeColumn {
  std::string label; ///< "Time", "Self time", "flops16"
  TreeValue kind = TreeValue::Number;
  std::string unit;           ///< of a rate: "flop/s"
  bool isAmount = false;      ///< can be the width of a node: the values of children add up
  bool isInclusive = false;   ///< contains the values of the children
  std::vector<double> values; ///< by node; NaN: unknown. Of a difference: with a sign
  std::vector<double> sizes;  ///< of a difference: the larger of both values; else empty
};

/// Immutable once it is made. [thread: any] [memory: 8 bytes a node and column]
struct TreeData {
  /// Columns beyond are omitted, and `remark` contains their number.
  static constexpr size_t kMaxColumns = 24;

  calltree::CallTree tree;
  std::vector<TreeColumn> columns; ///< a column that can be a width first, if there is one
  std::vector<uint8_t> colors;     ///< palette entry by node
  bool isDifference = false;
  std::string remark; ///< what the tree omits, as a sentence; empty: nothing
  /// The node of each slice, for the tree of a trace; else empty.
  std::vector<calltree::NodeId> nodeOfSlice;
  std::vector<SliceId> longestSlices; ///< by node

  bool isEmpty() const { return tree.nodes().empty(); }
  /// The node of a slice; kNoNode: it has none.
  calltree::NodeId nodeOf(SliceId slice) const {
    return slice.value < nodeOfSlice.size() ? nodeOfSlice[slice.value] : calltree::kNoNode;
  }
  /// The longest slice of a node; none: the node stands for no slice.
  SliceId sliceOf(calltree::NodeId node) const {
    return node < longestSlices.size() ? longestSlices[node] : SliceId();
  }
};

/// The tree as calltree::cleanedTree() makes it, with recorded metrics and those that are derived
/// from them. `skippedMetrics` are counted in the remark. O(nodes * columns).
std::shared_ptr<const TreeData> makeTreeData(const calltree::CallTree &tree,
                                             uint64_t skippedMetrics = 0);

/// The tree of the slices of a trace, in the colours of the timeline. O(slices).
std::shared_ptr<const TreeData> makeTreeData(const Trace &trace, TracePart part);

/// The nodes of both, with each value of the first minus that of the second, for columns that both
/// have. O(nodes * columns).
std::shared_ptr<const TreeData> makeDifference(const TreeData &first, const TreeData &second);

/// "1.20 ms", "12,288", "31.8 %", "4.50 Tflop/s", the dash if it is unknown. \param isDifference
/// with "+" before amounts above 0.
std::string treeValueText(const TreeColumn &column, double value, bool isDifference = false);

/// All values of a node, for the card beside the pointer. Times are exact.
std::vector<CardLine> treeCardLines(const TreeData &data, calltree::NodeId node);

} // namespace pstudio
