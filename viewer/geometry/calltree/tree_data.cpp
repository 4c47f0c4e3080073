// SPDX-License-Identifier: Apache-2.0
// A call tree as the panel shows it: columns of values, colours, and the slices of its nodes.
#include "viewer/geometry/calltree/tree_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/number_text.h"
#include "core/calltree/metric_column.h"
#include "core/calltree/tree_union.h"
#include "viewer/geometry/number_format.h"
#include "viewer/geometry/timeline/scope_colors.h"

namespace pstudio {
namespace {

using namespace calltree;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kMaxExact = 9e15; // whole numbers of a double, and picoseconds of 104 days

/// The unit in parentheses: "ns" of "time (ns)".
std::string_view unitOf(std::string_view metric) {
  const size_t open = metric.find('('), end = metric.find(')', open);
  return end == metric.npos ? std::string_view() : metric.substr(open + 1, end - open - 1);
}

double nanosecondsOf(std::string_view unit) {
  return unit == "s" ? 1e9 : unit == "ms" ? 1e6 : unit == "us" ? 1e3 : unit == "ns" ? 1 : 0;
}

/// Collects the columns of one tree.
class ColumnList {
public:
  ColumnList(const CallTree &tree, std::vector<TreeColumn> &columns)
      : m_tree(tree), m_columns(columns), m_recorded(recordedMetrics(tree)) {}

  /// \return the number of metrics without a column.
  size_t fill();

private:
  const RecordedMetric *find(std::string_view name) const;
  void add(std::string label, std::string_view metric, TreeValue kind, std::string unit = {},
           double scale = 1);
  void addTimes(const RecordedMetric &time);
  void addRecorded(const RecordedMetric &metric);
  void addDerived();

  const CallTree &m_tree;
  std::vector<TreeColumn> &m_columns;
  std::vector<RecordedMetric> m_recorded;
  size_t m_omitted = 0;
};

const RecordedMetric *ColumnList::find(std::string_view name) const {
  const auto found = std::ranges::find_if(m_recorded, [&](const RecordedMetric &metric) {
    return metricWithoutUnit(metric.name) == name;
  });
  return found == m_recorded.end() ? nullptr : &*found;
}

void ColumnList::add(std::string label, std::string_view metric, TreeValue kind, std::string unit,
                     double scale) {
  if (m_columns.size() >= TreeData::kMaxColumns) {
    ++m_omitted;
    return;
  }
  Result<MetricColumn> column = metricColumn(m_tree, metric);
  if (!column) {
    ++m_omitted;
    return;
  }
  if (scale != 1)
    for (double &value : column->values)
      value *= scale;
  const RecordedMetric *recorded = find(metricWithoutUnit(metric.substr(0, metric.find('/'))));
  m_columns.push_back({std::move(label),
                       kind,
                       std::move(unit),
                       column->isAmount,
                       recorded && recorded->isInclusive,
                       std::move(column->values),
                       {}});
}

void ColumnList::addTimes(const RecordedMetric &time) {
  const double scale = nanosecondsOf(unitOf(time.name));
  add("Time", "time/ns", TreeValue::Time);
  if (time.isInclusive) {
    MetricColumn own = ownColumn(m_tree, time.name);
    for (double &value : own.values)
      value *= scale;
    m_columns.push_back({"Self time", TreeValue::Time, {}, true, false, std::move(own.values), {}});
  }
  add("Share", "time/%", TreeValue::Percent);
}

void ColumnList::addRecorded(const RecordedMetric &metric) {
  const std::string_view unit = unitOf(metric.name);
  const bool isBytes = unit == "bytes" || metric.name == "bytes";
  const double scale = nanosecondsOf(unit);
  add(isBytes || scale > 0 ? metricWithoutUnit(metric.name) : metric.name, metric.name,
      isBytes     ? TreeValue::Bytes
      : scale > 0 ? TreeValue::Time
                  : TreeValue::Number,
      {}, scale > 0 ? scale : 1);
}

void ColumnList::addDerived() {
  for (const char *bits : {"", "8", "16", "32", "64"})
    if (const std::string flops = std::string("flops") + bits; find(flops))
      add(std::string("flop") + bits + "/s", std::string("flop") + bits + "/s", TreeValue::Rate,
          "flop/s");
  if (find("bytes"))
    add("byte/s", "byte/s", TreeValue::Rate, "B/s");
  if (!m_tree.devices().empty())
    add("Utilisation", "util", TreeValue::Percent, {}, 100);
}

size_t ColumnList::fill() {
  const RecordedMetric *time = find("time");
  if (time && nanosecondsOf(unitOf(time->name)) == 0)
    time = nullptr;
  if (time)
    addTimes(*time);
  const RecordedMetric *count = find("count");
  if (count)
    add("Count", count->name, TreeValue::Count);
  if (time && count)
    add("Mean time", "avg_time/ns", TreeValue::Time);
  if (time)
    addDerived();
  for (const RecordedMetric &metric : m_recorded)
    if (&metric != time && &metric != count)
      addRecorded(metric);
  const auto width = std::ranges::find(m_columns, true, &TreeColumn::isAmount);
  if (width != m_columns.end())
    std::rotate(m_columns.begin(), width, width + 1);
  return m_omitted;
}

std::vector<uint8_t> colorsOf(const CallTree &tree) {
  std::vector<int8_t> ofText(tree.textCount(), -1);
  std::vector<uint8_t> colors(tree.nodes().size());
  for (NodeId id = 0; id < colors.size(); ++id) {
    int8_t &color = ofText[tree.node(id).name.value];
    if (color < 0)
      color = static_cast<int8_t>(preferredScopeColor(tree.name(id)) % kScopeHueCount);
    colors[id] = static_cast<uint8_t>(color);
  }
  return colors;
}

void addRemark(std::string &remark, const std::string &text) {
  remark += (remark.empty() ? "" : "; ") + text;
}

/// The values of one tree's nodes, indexed by the nodes of both trees; NaN: the tree has no such
/// node.
std::vector<double> placed(const std::vector<double> &values, const std::vector<NodeId> &places,
                           size_t nodes) {
  std::vector<double> result(nodes, kUnknown);
  for (size_t i = 0; i < places.size(); ++i)
    result[places[i]] = values[i];
  return result;
}

/// "4.50 T" of a rate.
std::string prefixed(double value, const std::string &unit) {
  static constexpr std::array<const char *, 6> kPrefixes = {"", "k", "M", "G", "T", "P"};
  size_t step = 0;
  while (std::abs(value) >= 1000 && step + 1 < kPrefixes.size()) {
    value /= 1000;
    ++step;
  }
  return formatMean(value) + " " + kPrefixes[step] + unit;
}

Picoseconds picosecondsOf(double nanoseconds) {
  return Picoseconds(std::llround(std::clamp(nanoseconds * 1000, -kMaxExact, kMaxExact)));
}

} // namespace

std::shared_ptr<const TreeData> makeTreeData(const CallTree &tree, uint64_t skippedMetrics) {
  auto data = std::make_shared<TreeData>();
  data->tree = cleanedTree(tree, NodeNames::Readable).tree;
  if (const size_t omitted = ColumnList(data->tree, data->columns).fill(); omitted > 0)
    addRemark(data->remark, countText(omitted, "metric omitted", "metrics omitted"));
  if (skippedMetrics > 0)
    addRemark(data->remark, countText(skippedMetrics, "value omitted", "values omitted") +
                                " that are neither a number nor a text");
  data->colors = colorsOf(data->tree);
  return data;
}

std::shared_ptr<const TreeData> makeTreeData(const Trace &trace, TracePart part) {
  TraceTree made = treeOfTrace(trace, part);
  auto data = std::make_shared<TreeData>();
  data->tree = std::move(made.tree);
  data->nodeOfSlice = std::move(made.nodeOfSlice);
  data->longestSlices = std::move(made.longestSlices);
  ColumnList(data->tree, data->columns).fill();
  data->colors = colorsOf(data->tree);
  const ScopeColors colors(trace);
  for (NodeId id = 0; id < data->colors.size(); ++id)
    if (const SliceId slice = data->sliceOf(id); slice.isValid())
      data->colors[id] = static_cast<uint8_t>(colors.index(trace.sliceNames()[slice.value]));
  if (made.overlappingSlices > 0)
    addRemark(data->remark, countText(made.overlappingSlices, "operation in flight omitted",
                                      "operations in flight omitted"));
  return data;
}

std::shared_ptr<const TreeData> makeDifference(const TreeData &first, const TreeData &second) {
  TreeUnion both = differenceOf(first.tree, second.tree);
  auto data = std::make_shared<TreeData>();
  data->isDifference = true;
  data->remark = "green: less than in the other tree, red: more";
  const size_t nodes = both.tree.nodes().size();
  for (const TreeColumn &a : first.columns) {
    const auto b = std::ranges::find(second.columns, a.label, &TreeColumn::label);
    if (b == second.columns.end())
      continue;
    TreeColumn column{a.label, a.kind, a.unit, a.isAmount, a.isInclusive, {}, {}};
    column.values = calltree::differenceOf({a.label, a.isAmount, a.values},
                                           {b->label, b->isAmount, b->values}, both)
                        .values;
    column.sizes = placed(a.values, both.ofFirst, nodes);
    const std::vector<double> other = placed(b->values, both.ofSecond, nodes);
    for (size_t i = 0; i < nodes; ++i)
      column.sizes[i] = std::fmax(column.sizes[i], other[i]);
    data->columns.push_back(std::move(column));
  }
  if (const size_t missing = first.columns.size() - data->columns.size(); missing > 0)
    addRemark(data->remark,
              countText(missing, "metric", "metrics") + " omitted that one file lacks");
  data->tree = std::move(both.tree);
  data->colors = colorsOf(data->tree);
  return data;
}

std::string treeValueText(const TreeColumn &column, double value, bool isDifference) {
  if (!std::isfinite(value))
    return kUnknownText;
  const std::string sign = isDifference && value > 0 ? "+" : "";
  switch (column.kind) {
  case TreeValue::Time:
    return sign + formatShort(picosecondsOf(value));
  case TreeValue::Count:
    return sign + formatNumber(value);
  case TreeValue::Bytes:
    if (value < 0)
      return "-" + treeValueText(column, -value);
    return sign + (value < kMaxExact ? formatBytes(static_cast<uint64_t>(value))
                                     : formatNumber(value, "bytes"));
  case TreeValue::Percent:
    return sign + formatPercent(value / 100);
  case TreeValue::Rate:
    return sign + prefixed(value, column.unit);
  case TreeValue::Number:
    break;
  }
  return sign + formatNumber(value);
}

std::vector<CardLine> treeCardLines(const TreeData &data, NodeId node) {
  std::vector<CardLine> lines;
  if (const std::string_view type = data.tree.text(data.tree.node(node).type); !type.empty())
    lines.push_back({"kind", std::string(type)});
  for (const TreeColumn &column : data.columns) {
    const double value = column.values[node];
    const bool isExact = column.kind == TreeValue::Time && std::abs(value) < kMaxExact / 1000;
    const std::string sign = data.isDifference && value > 0 ? "+" : "";
    lines.push_back({column.label, isExact ? sign + formatExact(picosecondsOf(value))
                                           : treeValueText(column, value, data.isDifference)});
  }
  return lines;
}

} // namespace pstudio
