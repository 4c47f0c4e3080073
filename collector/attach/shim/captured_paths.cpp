// SPDX-License-Identifier: Apache-2.0
// Paths by node, nodes by graph.
#include "collector/attach/shim/captured_paths.h"

#include <utility>

namespace pstudio::attach {

void CapturedPaths::add(CuGraph graph, CuGraphNode node, uint32_t path) {
  const std::lock_guard lock(m_mutex);
  const auto [known, isNew] = m_made.try_emplace(node);
  if (isNew || known->second.graph != graph)
    m_nodes[graph].push_back(node);
  known->second = {graph, path};
}

void CapturedPaths::addCaptured(const DriverApi &driver, CuStream stream, uint32_t path) {
  int status = kCuCaptureStatusNone;
  uint64_t id = 0;
  CuGraph graph = nullptr;
  const CuGraphNode *last = nullptr;
  const CuGraphEdgeData *edges = nullptr; // without them the driver rejects edges that have data
  size_t count = 0;
  if (driver.cuStreamGetCaptureInfo_v3 &&
      driver.cuStreamGetCaptureInfo_v3(stream, &status, &id, &graph, &last, &edges, &count) ==
          CuResult::Success &&
      status != kCuCaptureStatusNone && graph && count == 1)
    add(graph, last[0], path);
}

void CapturedPaths::addClone(const DriverApi &driver, CuGraph graph, CuGraph clone, CuGraph owner) {
  std::vector<std::pair<CuGraphNode, uint32_t>> known;
  {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_nodes.find(graph); found != m_nodes.end())
      for (const CuGraphNode node : found->second)
        if (const auto made = m_made.find(node);
            made != m_made.end() && made->second.graph == graph)
          known.emplace_back(node, made->second.path);
  }
  for (const auto &[node, path] : known)
    if (CuGraphNode cloned = nullptr;
        driver.cuGraphNodeFindInClone &&
        driver.cuGraphNodeFindInClone(&cloned, node, clone) == CuResult::Success)
      add(owner, cloned, path);
}

uint32_t CapturedPaths::find(CuGraphNode node) const {
  const std::lock_guard lock(m_mutex);
  const auto found = m_made.find(node);
  return found == m_made.end() ? kUnknown : found->second.path;
}

void CapturedPaths::forget(CuGraph graph) {
  const std::lock_guard lock(m_mutex);
  const auto gone = m_nodes.extract(graph);
  if (!gone)
    return;
  for (const CuGraphNode node : gone.mapped())
    if (const auto made = m_made.find(node); made != m_made.end() && made->second.graph == graph)
      m_made.erase(made);
}

void CapturedPaths::forgetNode(CuGraphNode node) {
  const std::lock_guard lock(m_mutex);
  const auto made = m_made.find(node);
  if (made == m_made.end())
    return;
  if (const auto nodes = m_nodes.find(made->second.graph); nodes != m_nodes.end())
    std::erase(nodes->second, node);
  m_made.erase(made);
}

} // namespace pstudio::attach
