// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/tree_union.h"

#include <algorithm>
#include <unordered_map>

namespace pstudio::calltree {
namespace {

/// What makes two siblings the same.
struct Key {
  NodeId parent = kNoNode;
  TextId name, type, deviceId, deviceType;
  bool operator==(const Key &) const = default;
};

struct KeyHash {
  size_t operator()(const Key &key) const {
    uint64_t hash = key.parent;
    for (const TextId part : {key.name, key.type, key.deviceId, key.deviceType})
      hash = (hash ^ part.value) * 0x9e3779b97f4a7c15ULL + (hash >> 29);
    return static_cast<size_t>(hash ^ (hash >> 32));
  }
};

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
  std::vector<NodeId> add(const CallTree &tree, const std::vector<bool> &isOmitted, int sign);
  TreeUnion finish();

private:
  struct Target {
    Key key;
    NodeId firstChild = kNoNode;
    NodeId lastChild = kNoNode;
    NodeId next = kNoNode;  ///< sibling
    NodeId place = kNoNode; ///< in the tree that is made
    std::vector<Metric> metrics;
  };

  NodeId targetOf(const Key &key);
  void addMetrics(Target &target, std::span<const Metric> metrics, std::span<const TextId> texts,
                  int sign);
  void emit(NodeId target);

  CallTreeBuilder m_builder;
  std::vector<Target> m_targets;
  std::unordered_map<Key, NodeId, KeyHash> m_byKey;
  NodeId m_firstRoot = kNoNode, m_lastRoot = kNoNode;

public:
  std::vector<NodeId> placed(std::vector<NodeId> targets) const {
    for (NodeId &target : targets)
      target = target == kNoNode ? kNoNode : m_targets[target].place;
    return targets;
  }
  DeviceTable &devices() { return m_builder.devices(); }
};

NodeId Merger::targetOf(const Key &key) {
  const auto [place, isNew] = m_byKey.try_emplace(key, static_cast<NodeId>(m_targets.size()));
  if (!isNew)
    return place->second;
  const NodeId id = place->second;
  m_targets.push_back({key, kNoNode, kNoNode, kNoNode, kNoNode, {}});
  NodeId &first = key.parent == kNoNode ? m_firstRoot : m_targets[key.parent].firstChild;
  NodeId &last = key.parent == kNoNode ? m_lastRoot : m_targets[key.parent].lastChild;
  (last == kNoNode ? first : m_targets[last].next) = id;
  last = id;
  return id;
}

void Merger::addMetrics(Target &target, std::span<const Metric> metrics,
                        std::span<const TextId> texts, int sign) {
  target.metrics.reserve(metrics.size());
  for (const Metric &metric : metrics) {
    const TextId name = texts[metric.name.value];
    MetricValue value = metric.value;
    const auto *text = std::get_if<TextId>(&value);
    if (text)
      value = texts[text->value];
    const auto found = std::ranges::find(target.metrics, name, &Metric::name);
    if (found == target.metrics.end())
      target.metrics.push_back({name, text ? value : added(int64_t{0}, value, sign)});
    else if (!std::holds_alternative<TextId>(found->value) && !text)
      found->value = added(found->value, value, sign);
  }
}

std::vector<NodeId> Merger::add(const CallTree &tree, const std::vector<bool> &isOmitted,
                                int sign) {
  std::vector<TextId> texts(tree.textCount());
  for (uint32_t i = 0; i < texts.size(); ++i)
    texts[i] = m_builder.intern(tree.text({i}));
  std::vector<NodeId> targets(tree.nodes().size(), kNoNode);
  m_byKey.reserve(m_byKey.size() + targets.size());
  m_targets.reserve(m_targets.size() + targets.size());
  for (NodeId id = 0; id < targets.size();) {
    const Node &node = tree.node(id);
    if (isOmitted[id]) {
      id = node.end;
      continue;
    }
    Key key{node.parent == kNoNode ? kNoNode : targets[node.parent], texts[node.name.value],
            texts[node.type.value], m_builder.intern(tree.metricText(id, kDeviceIdMetric)),
            m_builder.intern(tree.metricText(id, kDeviceTypeMetric))};
    targets[id] = targetOf(key);
    addMetrics(m_targets[targets[id]], tree.metrics(id), texts, sign);
    ++id;
  }
  return targets;
}

void Merger::emit(NodeId target) {
  Target &made = m_targets[target];
  made.place = m_builder.open();
  m_builder.setNameAndType(made.place, made.key.name, made.key.type);
  m_builder.setMetrics(made.place, made.metrics);
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

TreeUnion cleanedTree(const CallTree &tree) {
  Merger merger;
  merger.devices() = tree.devices();
  const std::vector<NodeId> targets = merger.add(tree, omittedNodes(tree), 1);
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
