// SPDX-License-Identifier: Apache-2.0
#include "core/formats/import/open_names.h"

namespace pstudio {
namespace {

constexpr uint32_t kDeepStack = 64;    // gets an index
constexpr uint32_t kShallowStack = 16; // loses it

} // namespace

uint32_t OpenNames::addNode(StringId name) {
  if (m_free.empty()) {
    m_nodes.push_back({name});
    return static_cast<uint32_t>(m_nodes.size() - 1);
  }
  const uint32_t event = m_free.back();
  m_free.pop_back();
  m_nodes[event] = {name};
  return event;
}

uint32_t OpenNames::push(StringId name) {
  const uint32_t event = insertAround(kNone);
  Node &node = m_nodes[event];
  node.name = name;
  node.order = m_innermostClosable == kNone ? 1 : m_nodes[m_innermostClosable].order + 1;
  node.outerClosable = m_innermostClosable;
  if (m_innermostClosable != kNone)
    m_nodes[m_innermostClosable].innerClosable = event;
  m_innermostClosable = event;
  ++m_closableCount;
  if (m_index)
    addToIndex(event);
  else if (m_closableCount > kDeepStack)
    makeIndex();
  return event;
}

uint32_t OpenNames::insertAround(uint32_t inner) {
  const uint32_t event = addNode(StringId());
  Node &node = m_nodes[event];
  node.inner = inner;
  node.outer = inner == kNone ? m_innermost : m_nodes[inner].outer;
  (inner == kNone ? m_innermost : m_nodes[inner].outer) = event;
  (node.outer == kNone ? m_outermost : m_nodes[node.outer].inner) = event;
  return event;
}

void OpenNames::remove(uint32_t event) {
  const Node &node = m_nodes[event];
  (node.inner == kNone ? m_innermost : m_nodes[node.inner].outer) = node.outer;
  (node.outer == kNone ? m_outermost : m_nodes[node.outer].inner) = node.inner;
  if (node.order != 0) {
    (node.innerClosable == kNone ? m_innermostClosable
                                 : m_nodes[node.innerClosable].outerClosable) = node.outerClosable;
    if (node.outerClosable != kNone)
      m_nodes[node.outerClosable].innerClosable = node.innerClosable;
    --m_closableCount;
    if (m_index)
      removeFromIndex(event);
    if (m_closableCount < kShallowStack)
      m_index.reset();
  }
  m_free.push_back(event);
}

uint32_t OpenNames::find(StringId name) const {
  if (m_index) {
    const auto found = m_index->innermost.find(name.value);
    return found == m_index->innermost.end() ? kNone : found->second;
  }
  uint32_t event = m_innermostClosable;
  while (event != kNone && m_nodes[event].name != name)
    event = m_nodes[event].outerClosable;
  return event;
}

void OpenNames::addToIndex(uint32_t event) {
  const auto [head, isNew] = m_index->innermost.try_emplace(m_nodes[event].name.value, event);
  if (isNew)
    return;
  m_nodes[event].outerOfName = head->second;
  m_nodes[head->second].innerOfName = event;
  head->second = event;
}

void OpenNames::removeFromIndex(uint32_t event) {
  const Node &node = m_nodes[event];
  if (node.outerOfName != kNone)
    m_nodes[node.outerOfName].innerOfName = node.innerOfName;
  if (node.innerOfName != kNone)
    m_nodes[node.innerOfName].outerOfName = node.outerOfName;
  else if (node.outerOfName != kNone)
    m_index->innermost[node.name.value] = node.outerOfName;
  else
    m_index->innermost.erase(node.name.value);
}

void OpenNames::makeIndex() {
  m_index = std::make_unique<Index>();
  uint32_t event = m_innermostClosable;
  while (m_nodes[event].outerClosable != kNone)
    event = m_nodes[event].outerClosable;
  for (; event != kNone; event = m_nodes[event].innerClosable) {
    m_nodes[event].outerOfName = m_nodes[event].innerOfName = kNone;
    addToIndex(event);
  }
}

} // namespace pstudio
