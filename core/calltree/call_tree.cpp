// SPDX-License-Identifier: Apache-2.0
#include "core/calltree/call_tree.h"

#include "core/base/check.h"

namespace pstudio::calltree {

std::optional<TextId> CallTree::find(std::string_view text) const {
  const auto found = m_ids.find(text);
  return found == m_ids.end() ? std::nullopt : std::optional(TextId{found->second});
}

std::string_view CallTree::metricText(NodeId id, std::string_view name) const {
  for (const Metric &metric : metrics(id))
    if (const auto *value = std::get_if<TextId>(&metric.value); value && text(metric.name) == name)
      return text(*value);
  return {};
}

NodeId CallTreeBuilder::open() {
  PSTUDIO_CHECK(m_tree.m_nodes.size() < kNoNode);
  const auto id = static_cast<NodeId>(m_tree.m_nodes.size());
  m_tree.m_nodes.push_back({current(), id + 1, static_cast<uint32_t>(m_open.size()), 0, 0, {}, {}});
  m_open.push_back(id);
  return id;
}

NodeId CallTreeBuilder::open(std::string_view name, std::string_view type) {
  const NodeId id = open();
  setName(id, name);
  setType(id, type);
  return id;
}

void CallTreeBuilder::close() {
  PSTUDIO_CHECK(!m_open.empty());
  m_tree.m_nodes[m_open.back()].end = static_cast<NodeId>(m_tree.m_nodes.size());
  m_open.pop_back();
}

void CallTreeBuilder::setName(NodeId node, std::string_view name) {
  m_tree.m_nodes[node].name = intern(name);
}

void CallTreeBuilder::setType(NodeId node, std::string_view type) {
  m_tree.m_nodes[node].type = intern(type);
}

void CallTreeBuilder::setNameAndType(NodeId node, TextId name, TextId type) {
  m_tree.m_nodes[node].name = name;
  m_tree.m_nodes[node].type = type;
}

void CallTreeBuilder::setMetrics(NodeId node, std::span<const Metric> metrics) {
  PSTUDIO_CHECK(m_tree.m_nodes[node].metricCount == 0);
  m_tree.m_nodes[node].firstMetric = m_tree.m_metrics.size();
  m_tree.m_nodes[node].metricCount = static_cast<uint32_t>(metrics.size());
  m_tree.m_metrics.insert(m_tree.m_metrics.end(), metrics.begin(), metrics.end());
}

TextId CallTreeBuilder::intern(std::string_view text) {
  if (const std::optional<TextId> known = m_tree.find(text))
    return *known;
  const auto place = m_tree.m_ids.emplace(text, static_cast<uint32_t>(m_tree.m_texts.size())).first;
  m_tree.m_texts.push_back(place->first);
  return {place->second};
}

CallTree CallTreeBuilder::finish() && {
  PSTUDIO_CHECK(m_open.empty());
  return std::move(m_tree);
}

} // namespace pstudio::calltree
