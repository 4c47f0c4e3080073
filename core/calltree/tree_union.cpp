// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/tree_union.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "core/base/cpp_names.h"

namespace pstudio::calltree {
namespace {

/// Key of a node: siblings with equal keys are merged.
struct Key {
  NodeId parent = kNoNode;
  TextId name, type, deviceId, deviceType;
  bool operator==(const Key &) const = default;
};

uint64_t hashOf(const Key &key) {
  // Numbers of parents and names often differ by the same amount: combine them only when mixed.
  uint64_t hash = (uint64_t{key.parent} + 1) * 0xbf58476d1ce4e5b9ULL;
  hash ^= hash >> 32;
  for (const TextId part : {key.name, key.type, key.deviceId, key.deviceType})
    hash = (hash ^ part.value) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
  return hash ^ (hash >> 32);
}

MetricValue added(const MetricValue &left, const MetricValue &right, int sign) {
  const auto real = [](const MetricValue &value) {
    const auto *whole = std::get_if<int64_t>(&value);
    return whole ? static_cast<double>(*whole) : std::get<double>(value);
  };
  const auto *a = std::get_if<int64_t>(&left);
  const auto *b = std::get_if<int64_t>(&right);
  int64_t sum = 0;
  if (a && b &&
      !(sign > 0 ? __builtin_add_overflow(*a, *b, &sum) : __builtin_sub_overflow(*a, *b, &sum)))
    return sum;
  return real(left) + sign * real(right);
}

/// Which nodes cleanedTree() omits, by node.
std::vector<bool> omittedNodes(const CallTree &tree) {
  const std::span<const Node> nodes = tree.nodes();
  std::vector<bool> isOmitted(nodes.size());
  std::vector<bool> hasKeptChild(nodes.size());
  for (size_t i = nodes.size(); i-- > 0;) { // children before their parents
    const Node &node = nodes[i];
    const bool isLeaf = node.end == i + 1;
    const bool isEmpty = isLeaf ? node.metricCount == 0 : !hasKeptChild[i];
    isOmitted[i] =
        node.parent != kNoNode && (isEmpty || tree.text(node.name) == kLaunchMetadataScope);
    if (!isOmitted[i] && node.parent != kNoNode)
      hasKeptChild[node.parent] = true;
  }
  return isOmitted;
}

/// Collects the nodes of trees by their keys, then puts them in depth-first order.
class Merger {
public:
  /// The place of each node of `tree`, as placed() understands it.
  std::vector<NodeId> add(const CallTree &tree, const std::vector<bool> &isOmitted, int sign,
                          NodeNames names = NodeNames::AsRecorded);
  TreeUnion finish();

private:
  struct Target {
    Key key;
    NodeId firstChild = kNoNode;
    NodeId lastChild = kNoNode;
    NodeId next = kNoNode;  ///< sibling
    NodeId place = kNoNode; ///< in the tree that is made
    uint32_t metricCount = 0;
    size_t firstMetric = 0; ///< in m_metrics
  };

  std::vector<TextId> internNames(const CallTree &tree, const std::vector<TextId> &texts,
                                  NodeNames names);
  NodeId targetOf(const Key &key);
  void reserve(size_t nodes);
  void addMetrics(Target &target, std::span<const Metric> metrics, std::span<const TextId> texts,
                  int sign);
  void addMetric(Target &target, const Metric &metric);
  void emit(NodeId target);

  CallTreeBuilder m_builder;
  std::vector<Target> m_targets;
  std::vector<Metric> m_metrics;
  std::vector<NodeId> m_table; ///< targets by the hash of their keys, at most half full
  NodeId m_firstRoot = kNoNode, m_lastRoot = kNoNode;

public:
  std::vector<NodeId> placed(std::vector<NodeId> targets) const {
    for (NodeId &target : targets)
      target = target == kNoNode ? kNoNode : m_targets[target].place;
    return targets;
  }
  DeviceTable &devices() { return m_builder.devices(); }
};

/// Makes space for this many more targets.
void Merger::reserve(size_t nodes) {
  m_targets.reserve(m_targets.size() + nodes);
  m_table.assign(std::bit_ceil(2 * (m_targets.size() + nodes) + 1), kNoNode);
  for (NodeId id = 0; id < m_targets.size(); ++id) {
    size_t place = hashOf(m_targets[id].key) & (m_table.size() - 1);
    while (m_table[place] != kNoNode)
      place = (place + 1) & (m_table.size() - 1);
    m_table[place] = id;
  }
}

NodeId Merger::targetOf(const Key &key) {
  size_t place = hashOf(key) & (m_table.size() - 1);
  while (m_table[place] != kNoNode && m_targets[m_table[place]].key != key)
    place = (place + 1) & (m_table.size() - 1);
  if (m_table[place] != kNoNode)
    return m_table[place];
  const auto id = static_cast<NodeId>(m_targets.size());
  m_table[place] = id;
  m_targets.emplace_back().key = key;
  NodeId &first = key.parent == kNoNode ? m_firstRoot : m_targets[key.parent].firstChild;
  NodeId &last = key.parent == kNoNode ? m_lastRoot : m_targets[key.parent].lastChild;
  (last == kNoNode ? first : m_targets[last].next) = id;
  last = id;
  return id;
}

/// Adds a metric that the target lacks. Its metrics move to the end of all, where there is space.
void Merger::addMetric(Target &target, const Metric &metric) {
  if (target.firstMetric + target.metricCount != m_metrics.size()) {
    const size_t first = target.firstMetric;
    target.firstMetric = m_metrics.size();
    for (size_t i = 0; i < target.metricCount; ++i)
      m_metrics.push_back(Metric(m_metrics[first + i]));
  }
  m_metrics.push_back(metric);
  ++target.metricCount;
}

void Merger::addMetrics(Target &target, std::span<const Metric> metrics,
                        std::span<const TextId> texts, int sign) {
  for (const Metric &metric : metrics) {
    const TextId name = texts[metric.name.value];
    MetricValue value = metric.value;
    const auto *text = std::get_if<TextId>(&value);
    if (text)
      value = texts[text->value];
    const std::span<Metric> existing =
        std::span(m_metrics).subspan(target.firstMetric, target.metricCount);
    const auto found = std::ranges::find(existing, name, &Metric::name);
    if (found == existing.end())
      addMetric(target, {name, text ? value : added(int64_t{0}, value, sign)});
    else if (!std::holds_alternative<TextId>(found->value) && !text)
      found->value = added(found->value, value, sign);
  }
}

/// The text of a metric, by the number of its name; the empty text if the node lacks it.
TextId textOf(const CallTree &tree, NodeId id, std::optional<TextId> name) {
  if (name)
    for (const Metric &metric : tree.metrics(id))
      if (const auto *text = std::get_if<TextId>(&metric.value); text && metric.name == *name)
        return *text;
  return {};
}

/// The texts of the nodes' names, by the number of the text in `tree`.
std::vector<TextId> Merger::internNames(const CallTree &tree, const std::vector<TextId> &texts,
                                        NodeNames names) {
  std::vector<TextId> result = texts;
  if (names == NodeNames::Readable)
    for (uint32_t i = 0; i < result.size(); ++i)
      if (tree.text({i}).starts_with("_Z"))
        result[i] = m_builder.intern(demangled(std::string(tree.text({i}))));
  return result;
}

std::vector<NodeId> Merger::add(const CallTree &tree, const std::vector<bool> &isOmitted, int sign,
                                NodeNames names) {
  std::vector<TextId> texts(tree.textCount());
  for (uint32_t i = 0; i < texts.size(); ++i)
    texts[i] = m_builder.intern(tree.text({i}));
  const std::vector<TextId> nodeNames = internNames(tree, texts, names);
  std::vector<NodeId> targets(tree.nodes().size(), kNoNode);
  reserve(targets.size());
  const auto deviceId = tree.find(kDeviceIdMetric), deviceType = tree.find(kDeviceTypeMetric);
  for (NodeId id = 0; id < targets.size();) {
    const Node &node = tree.node(id);
    if (isOmitted[id]) {
      id = node.end;
      continue;
    }
    const NodeId parent = node.parent == kNoNode ? kNoNode : targets[node.parent];
    targets[id] = targetOf({parent, nodeNames[node.name.value], texts[node.type.value],
                            texts[textOf(tree, id, deviceId).value],
                            texts[textOf(tree, id, deviceType).value]});
    addMetrics(m_targets[targets[id]], tree.metrics(id), texts, sign);
    ++id;
  }
  return targets;
}

void Merger::emit(NodeId target) {
  Target &made = m_targets[target];
  made.place = m_builder.open();
  m_builder.setNameAndType(made.place, made.key.name, made.key.type);
  m_builder.setMetrics(made.place,
                       std::span(m_metrics).subspan(made.firstMetric, made.metricCount));
}

TreeUnion Merger::finish() {
  std::vector<NodeId> open;
  NodeId next = m_firstRoot;
  while (next != kNoNode || !open.empty()) {
    if (next == kNoNode) { // all children of the open node are made
      m_builder.close();
      next = m_targets[open.back()].next;
      open.pop_back();
      continue;
    }
    emit(next);
    open.push_back(next);
    next = m_targets[next].firstChild;
  }
  return {std::move(m_builder).finish(), {}, {}};
}

} // namespace

TreeUnion cleanedTree(const CallTree &tree, NodeNames names) {
  Merger merger;
  merger.devices() = tree.devices();
  const std::vector<NodeId> targets = merger.add(tree, omittedNodes(tree), 1, names);
  TreeUnion result = merger.finish();
  result.ofFirst = merger.placed(targets);
  return result;
}

TreeUnion differenceOf(const CallTree &first, const CallTree &second) {
  Merger merger;
  merger.devices() = first.devices();
  for (const auto &[type, byId] : second.devices())
    merger.devices()[type].insert(byId.begin(), byId.end());
  const std::vector<NodeId> ofFirst = merger.add(first, std::vector<bool>(first.nodes().size()), 1);
  const std::vector<NodeId> ofSecond =
      merger.add(second, std::vector<bool>(second.nodes().size()), -1);
  TreeUnion result = merger.finish();
  result.ofFirst = merger.placed(ofFirst);
  result.ofSecond = merger.placed(ofSecond);
  return result;
}

} // namespace pstudio::calltree
