// SPDX-License-Identifier: Apache-2.0
// The value of one metric for each node of a call tree: as recorded, or derived from others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/calltree/tree_union.h"

namespace pstudio::calltree {

/// A metric that a tree contains.
struct RecordedMetric {
  std::string name;         ///< as in the file, "time (ns)"
  bool isInclusive = false; ///< a root names it, so a node's value contains those of its children
};

/// Numeric metrics of the tree: inclusive before exclusive ones, then by name. O(size).
std::vector<RecordedMetric> recordedMetrics(const CallTree &tree);

/// Names of metrics without their units, in lower case, as metricColumn() accepts them.
std::string metricWithoutUnit(std::string_view name);

struct MetricColumn {
  std::string label;          ///< "time/ms (inc)"
  bool isAmount = true;       ///< amounts of a node that is missing are 0; ratios are unknown
  std::vector<double> values; ///< by node; NaN: unknown
};

/// A metric of the tree, in any case and with or without its unit, or one that is derived:
///
///     time/s|ms|us|ns, cpu_time/...      inclusive time
///     avg_time/..., avg_cpu_time/...     time / count
///     flop/s, flop8|16|32|64/s, byte/s   amount / time; gflop/s, tflop/s, gbyte/s, tbyte/s
///     util                               least possible time / time, of nodes with a known device
///     METRIC/%                           share of the whole
///
/// InvalidInput if the tree lacks what it needs; the hint names the metrics of the tree. O(size).
Result<MetricColumn> metricColumn(const CallTree &tree, std::string_view metric);

/// The values of a recorded metric without those of the children; all unknown if the tree has no
/// metric of this name. O(size).
MetricColumn ownColumn(const CallTree &tree, std::string_view name);

/// The column of differenceOf(): each value of the first minus that of the second. O(size).
MetricColumn differenceOf(const MetricColumn &first, const MetricColumn &second,
                          const TreeUnion &both);

} // namespace pstudio::calltree
