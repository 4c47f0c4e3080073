// SPDX-License-Identifier: Apache-2.0
// One lock for all: scopes are rare beside launches, which only look nodes up.
#include "collector/attach/shim/host_events.h"

#include <type_traits>

namespace pstudio::attach {

uint32_t HostEvents::text(std::string_view text) {
  text = text.substr(0, kMaxTextBytes);
  const std::lock_guard guard(m_mutex);
  if (const auto known = m_numbers.find(text); known != m_numbers.end())
    return known->second;
  if (text.empty() || m_texts.size() >= kMaxTexts)
    return 0;
  const auto made = m_numbers.emplace(text, static_cast<uint32_t>(m_texts.size()) + 1).first;
  m_texts.push_back(&made->first);
  m_fileTexts.push_back(0);
  return made->second;
}

uint32_t HostEvents::child(uint32_t parent, uint32_t text, PathNodeKind kind) {
  const Node node{parent, text, kind};
  const std::lock_guard guard(m_mutex);
  if (const auto known = m_children.find(node); known != m_children.end())
    return known->second;
  if (m_nodes.size() >= kMaxNodes) {
    leave();
    return parent;
  }
  m_nodes.push_back(node);
  const auto number = static_cast<uint32_t>(m_nodes.size());
  m_children.emplace(node, number);
  if (EventLog *log = m_log.load(std::memory_order_relaxed))
    writeNodes(*log);
  return number;
}

uint32_t HostEvents::childLike(uint32_t parent, uint32_t node) {
  Node like;
  {
    const std::lock_guard guard(m_mutex);
    if (node == 0 || node > m_nodes.size())
      return parent;
    like = m_nodes[node - 1];
  }
  return child(parent, like.text, like.kind);
}

bool HostEvents::hasScope(uint32_t node, uint32_t text) {
  const std::lock_guard guard(m_mutex);
  for (; node != 0 && node <= m_nodes.size(); node = m_nodes[node - 1].parent)
    if (m_nodes[node - 1].kind == PathNodeKind::Scope && m_nodes[node - 1].text == text)
      return true;
  return false;
}

uint32_t HostEvents::fileText(EventLog &log, uint32_t text) {
  if (text == 0 || text > m_texts.size())
    return 0;
  uint32_t &number = m_fileTexts[text - 1];
  if (number == 0)
    number = log.text(*m_texts[text - 1]);
  return number;
}

void HostEvents::writeNodes(EventLog &log) {
  for (; m_writtenNodes < m_nodes.size(); ++m_writtenNodes) {
    const Node &node = m_nodes[m_writtenNodes];
    log.add(EventKind::PathNode, 0,
            PathNodeEvent{static_cast<uint32_t>(m_writtenNodes) + 1, node.parent,
                          fileText(log, node.text), node.kind});
  }
}

void HostEvents::write(EventLog &log, EventKind kind, uint32_t thread, const auto &event) {
  auto content = event;
  if constexpr (requires { content.text; })
    content.text = fileText(log, content.text);
  log.add(kind, thread, content);
}

void HostEvents::addOrKeep(EventKind kind, uint32_t thread, const auto &event) {
  const std::lock_guard guard(m_mutex);
  if (EventLog *log = m_log.load(std::memory_order_relaxed))
    write(*log, kind, thread, event);
  else if (m_isKeeping && m_kept.size() < kMaxKept)
    m_kept.push_back({kind, thread, event});
  else if (m_isKeeping)
    leave();
}

void HostEvents::add(EventKind kind, uint32_t thread, const ScopeEvent &event) {
  addOrKeep(kind, thread, event);
}

void HostEvents::add(uint32_t thread, const MetricEvent &event) {
  addOrKeep(EventKind::Metric, thread, event);
}

void HostEvents::add(uint32_t thread, const SessionEvent &event) {
  addOrKeep(EventKind::Session, thread, event);
}

void HostEvents::add(EventKind kind, const RangeEvent &event) {
  addOrKeep(kind, 0, event);
}

void HostEvents::writeTo(EventLog &log) {
  const std::lock_guard guard(m_mutex);
  if (isWritingTo(log))
    return;
  writeNodes(log);
  for (const Kept &kept : m_kept)
    std::visit([&](const auto &event) { write(log, kept.kind, kept.thread, event); }, kept.content);
  m_kept = {};
  m_log.store(&log, std::memory_order_release);
}

void HostEvents::stopKeeping() {
  const std::lock_guard guard(m_mutex);
  m_isKeeping = false;
  m_kept = {};
}

void HostEvents::beginAnew() {
  m_log.store(nullptr, std::memory_order_relaxed);
  m_writtenNodes = 0;
  m_fileTexts.assign(m_texts.size(), 0);
  m_kept = {};
  m_isKeeping = true;
  m_left.store(0, std::memory_order_relaxed);
}

} // namespace pstudio::attach
