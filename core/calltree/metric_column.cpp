// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/metric_column.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "core/calltree/device_peaks.h"

namespace pstudio::calltree {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr std::array kFlopBits{8, 16, 32, 64};

using Values = std::vector<double>;

std::optional<double> realOf(const MetricValue &value) {
  if (const auto *whole = std::get_if<int64_t>(&value))
    return static_cast<double>(*whole);
  if (const auto *real = std::get_if<double>(&value))
    return *real;
  return std::nullopt;
}

std::string lowerCase(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  return result;
}

/// "time (ns)" with "(ns)".
std::optional<double> secondsOfUnit(std::string_view unit) {
  if (unit == "s")
    return 1;
  if (unit == "ms")
    return 1e-3;
  if (unit == "us")
    return 1e-6;
  if (unit == "ns")
    return 1e-9;
  return std::nullopt;
}

/// The values of a metric without the children's share; NaN where a node lacks it.
Values exclusiveValues(const CallTree &tree, std::string_view name) {
  Values values(tree.nodes().size(), kUnknown);
  const std::optional<TextId> wanted = tree.find(name);
  for (NodeId id = 0; wanted && id < values.size(); ++id)
    for (const Metric &metric : tree.metrics(id))
      if (const auto real = realOf(metric.value); real && metric.name == *wanted)
        values[id] = *real;
  return values;
}

/// Adds the values of each subtree; NaN where no node of it has one.
void addChildren(const CallTree &tree, Values &values) {
  for (size_t i = values.size(); i-- > 0;)
    if (const NodeId parent = tree.nodes()[i].parent; parent != kNoNode && !std::isnan(values[i]))
      values[parent] = std::isnan(values[parent]) ? values[i] : values[parent] + values[i];
}

/// Computes columns of one tree.
class Columns {
public:
  explicit Columns(const CallTree &tree) : m_tree(tree), m_metrics(recordedMetrics(tree)) {}

  Result<MetricColumn> column(std::string_view metric) const;

private:
  Result<const RecordedMetric *> find(std::string_view name) const;
  Values values(const RecordedMetric &metric) const;
  Result<Values> seconds(std::string_view name) const;
  Result<MetricColumn> time(std::string_view metric) const;
  Result<MetricColumn> rate(std::string_view metric) const;
  Result<MetricColumn> share(std::string_view metric) const;
  Result<MetricColumn> utilisation() const;
  double leastSeconds(NodeId id) const;

  const CallTree &m_tree;
  std::vector<RecordedMetric> m_metrics;
};

Result<const RecordedMetric *> Columns::find(std::string_view name) const {
  const std::string wanted = lowerCase(name);
  for (const RecordedMetric &metric : m_metrics)
    if (wanted == lowerCase(metric.name) || wanted == metricWithoutUnit(metric.name))
      return &metric;
  std::string hint = m_metrics.empty() ? "the tree has no metrics" : "metrics of the tree: ";
  for (size_t i = 0; i < m_metrics.size(); ++i)
    hint += (i > 0 ? ", " : "") + metricWithoutUnit(m_metrics[i].name);
  return fail(ErrorCode::InvalidInput, "unknown metric '" + std::string(name) + "'", {}, hint);
}

Values Columns::values(const RecordedMetric &metric) const {
  Values values = exclusiveValues(m_tree, metric.name);
  if (metric.isInclusive)
    addChildren(m_tree, values);
  return values;
}

Result<Values> Columns::seconds(std::string_view name) const {
  PSTUDIO_TRY_ASSIGN(const RecordedMetric *metric, find(name));
  const size_t open = metric->name.find('('), end = metric->name.find(')', open);
  const std::optional<double> unit =
      end == std::string::npos
          ? std::nullopt
          : secondsOfUnit(std::string_view(metric->name).substr(open + 1, end - open - 1));
  if (!unit)
    return fail(ErrorCode::InvalidInput, "the metric '" + metric->name + "' has no unit of time",
                {}, "use the metric as it is");
  Values result = values(*metric);
  for (double &value : result)
    value *= *unit;
  return result;
}

/// [avg_][cpu_]time/UNIT.
Result<MetricColumn> Columns::time(std::string_view metric) const {
  const size_t slash = metric.find('/');
  std::string_view name = metric.substr(0, slash);
  const bool isMean = name.starts_with("avg_");
  if (isMean)
    name.remove_prefix(4);
  PSTUDIO_TRY_ASSIGN(Values result, seconds(name));
  Values counts;
  if (isMean) {
    PSTUDIO_TRY_ASSIGN(const RecordedMetric *count, find("count"));
    counts = values(*count);
  }
  const double unit = secondsOfUnit(metric.substr(slash + 1)).value_or(1);
  for (size_t i = 0; i < result.size(); ++i) {
    result[i] /= unit;
    if (isMean)
      result[i] = counts[i] > 0 ? result[i] / counts[i] : kUnknown;
  }
  return MetricColumn{std::string(metric) + " (inc)", !isMean, std::move(result)};
}

/// [g|t]flop[BITS]/s, [g|t]byte/s.
Result<MetricColumn> Columns::rate(std::string_view metric) const {
  const double scale = metric.starts_with("g") ? 1e9 : metric.starts_with("t") ? 1e12 : 1;
  std::string_view amount = metric.substr(scale > 1 ? 1 : 0);
  amount.remove_suffix(2); // "/s"
  const std::string name = amount == "byte" ? "bytes" : "flops" + std::string(amount.substr(4));
  PSTUDIO_TRY_ASSIGN(const RecordedMetric *found, find(name));
  PSTUDIO_TRY_ASSIGN(const Values time, seconds("time"));
  Values result = values(*found);
  for (size_t i = 0; i < result.size(); ++i)
    result[i] = time[i] > 0 ? result[i] / time[i] / scale : kUnknown;
  return MetricColumn{std::string(metric) + " (inc)", false, std::move(result)};
}

Result<MetricColumn> Columns::share(std::string_view metric) const {
  PSTUDIO_TRY_ASSIGN(const RecordedMetric *found, find(metric.substr(0, metric.rfind('/'))));
  Values result = values(*found);
  double total = 0;
  for (size_t i = 0; i < result.size(); ++i)
    if (!std::isnan(result[i]) && (!found->isInclusive || m_tree.nodes()[i].parent == kNoNode))
      total += result[i];
  for (double &value : result)
    value = total != 0 ? 100 * value / total : kUnknown;
  return MetricColumn{std::string(metric) + (found->isInclusive ? " (inc)" : ""), false,
                      std::move(result)};
}

/// The time that the node's operations and bytes take at the rates of its device, or NaN.
double Columns::leastSeconds(NodeId id) const {
  const std::string type(m_tree.metricText(id, kDeviceTypeMetric));
  const auto devices = m_tree.devices().find(type);
  if (devices == m_tree.devices().end())
    return kUnknown;
  const auto device = devices->second.find(std::string(m_tree.metricText(id, kDeviceIdMetric)));
  if (device == devices->second.end())
    return kUnknown;
  double ofFlops = 0, ofBytes = 0;
  bool hasAny = false;
  for (const Metric &metric : m_tree.metrics(id)) {
    const std::optional<double> amount = realOf(metric.value);
    const std::string_view name = m_tree.text(metric.name);
    if (!amount)
      continue;
    for (const int bits : kFlopBits)
      if (name == "flops" + std::to_string(bits)) {
        ofFlops += *amount / peakFlops(type, device->second, bits).value_or(kUnknown);
        hasAny = true;
      }
    if (name == "bytes") {
      ofBytes = *amount / peakBytes(type, device->second).value_or(kUnknown);
      hasAny = true;
    }
  }
  return hasAny && !std::isnan(ofFlops) && !std::isnan(ofBytes) ? std::max(ofFlops, ofBytes)
                                                                : kUnknown;
}

Result<MetricColumn> Columns::utilisation() const {
  PSTUDIO_TRY_ASSIGN(Values result, seconds("time"));
  for (NodeId id = 0; id < result.size(); ++id)
    result[id] = result[id] > 0 ? leastSeconds(id) / result[id] : kUnknown;
  return MetricColumn{"util", false, std::move(result)};
}

bool isTime(std::string_view metric) {
  const size_t slash = metric.find('/');
  if (slash == metric.npos || !secondsOfUnit(metric.substr(slash + 1)))
    return false;
  std::string_view name = metric.substr(0, slash);
  if (name.starts_with("avg_"))
    name.remove_prefix(4);
  return name == "time" || name == "cpu_time";
}

bool isRate(std::string_view metric) {
  if (!metric.ends_with("/s"))
    return false;
  metric.remove_suffix(2);
  if (metric.starts_with("g") || metric.starts_with("t"))
    metric.remove_prefix(1);
  return metric == "byte" || metric == "flop" || std::ranges::any_of(kFlopBits, [&](int bits) {
           return metric == "flop" + std::to_string(bits);
         });
}

} // namespace

std::vector<RecordedMetric> recordedMetrics(const CallTree &tree) {
  std::vector<uint8_t> isRecorded(tree.textCount()), isOfRoot(tree.textCount());
  for (NodeId id = 0; id < tree.nodes().size(); ++id)
    for (const Metric &metric : tree.metrics(id))
      if (realOf(metric.value)) {
        isRecorded[metric.name.value] = true;
        isOfRoot[metric.name.value] |= tree.node(id).parent == kNoNode;
      }
  std::vector<RecordedMetric> metrics;
  for (uint32_t i = 0; i < isRecorded.size(); ++i)
    if (isRecorded[i]) {
      // The writer of the file marks metrics whose values contain those of the children by "(inc)",
      // and those that exclude them by "(exc)". Neither is summed over children here.
      const std::string name(tree.text({i}));
      metrics.push_back(
          {name, isOfRoot[i] && !name.ends_with("(inc)") && !name.ends_with("(exc)")});
    }
  std::ranges::sort(metrics, [](const RecordedMetric &a, const RecordedMetric &b) {
    return std::pair(!a.isInclusive, a.name) < std::pair(!b.isInclusive, b.name);
  });
  return metrics;
}

std::string metricWithoutUnit(std::string_view name) {
  name = name.substr(0, name.find('('));
  while (name.ends_with(' '))
    name.remove_suffix(1);
  return lowerCase(name);
}

Result<MetricColumn> Columns::column(std::string_view text) const {
  const std::string metric = lowerCase(text);
  if (isTime(metric))
    return time(metric);
  if (isRate(metric))
    return rate(metric);
  if (metric == "util")
    return utilisation();
  if (metric.ends_with("/%"))
    return share(metric);
  PSTUDIO_TRY_ASSIGN(const RecordedMetric *found, find(metric));
  return MetricColumn{found->name + (found->isInclusive ? " (inc)" : ""), true, values(*found)};
}

Result<MetricColumn> metricColumn(const CallTree &tree, std::string_view metric) {
  return Columns(tree).column(metric);
}

MetricColumn ownColumn(const CallTree &tree, std::string_view name) {
  return {std::string(name) + " (exc)", true, exclusiveValues(tree, name)};
}

MetricColumn differenceOf(const MetricColumn &first, const MetricColumn &second,
                          const TreeUnion &both) {
  MetricColumn result{first.label, first.isAmount, Values(both.tree.nodes().size(), kUnknown)};
  Values other(result.values.size(), kUnknown);
  for (size_t i = 0; i < both.ofFirst.size(); ++i)
    result.values[both.ofFirst[i]] = first.values[i];
  for (size_t i = 0; i < both.ofSecond.size(); ++i)
    other[both.ofSecond[i]] = second.values[i];
  for (size_t i = 0; i < other.size(); ++i) {
    const bool isAmount = first.isAmount && !(std::isnan(result.values[i]) && std::isnan(other[i]));
    const auto amount = [&](double value) { return isAmount && std::isnan(value) ? 0 : value; };
    result.values[i] = amount(result.values[i]) - amount(other[i]);
  }
  return result;
}

} // namespace pstudio::calltree
