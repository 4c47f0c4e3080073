// SPDX-License-Identifier: Apache-2.0
// Executable graphs by handle, and what keeps their graphs.
#include "collector/attach/shim/graph_table.h"

#include <algorithm>
#include <mutex>

namespace pstudio::attach {

void ExecutableGraph::order() {
  quiet.reset();
  isDescribed = false;
  kernels.clear();
  std::unordered_map<const Kernel *, size_t> places;
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].isEnabled)
      continue;
    Kernel *kernel = nodes[i].handle.kernel;
    const auto [place, isNew] = places.try_emplace(kernel, kernels.size());
    if (isNew)
      kernels.push_back({kernel, {}});
    kernels[place->second].nodes.push_back(i);
  }
}

GraphNode *ExecutableGraph::find(CuGraphNode node) {
  const auto found = std::find_if(nodes.begin(), nodes.end(), [node](const GraphNode &candidate) {
    return candidate.node == node;
  });
  return found == nodes.end() ? nullptr : &*found;
}

ExecutableGraph *GraphTable::find(CuGraphExec handle) const {
  if (const uintptr_t known = m_byHandle.find(handle)) [[likely]]
    return reinterpret_cast<ExecutableGraph *>(known);
  if (!m_isIncomplete.load(std::memory_order_relaxed))
    return nullptr;
  const std::shared_lock lock(m_mutex);
  const auto found = m_executables.find(handle);
  return found == m_executables.end() ? nullptr : found->second.get();
}

void GraphTable::add(std::unique_ptr<ExecutableGraph> executable) {
  const std::unique_lock lock(m_mutex);
  if (executable->graph)
    ++m_origins[executable->graph].executables;
  // One that is still here was destroyed in a way that was not seen; its graph stays.
  std::unique_ptr<ExecutableGraph> &place = m_executables[executable->handle];
  if (place) {
    place->quiet.flush();
    release(*place);
  }
  place = std::move(executable);
  if (!m_byHandle.set(place->handle, reinterpret_cast<uintptr_t>(place.get())))
    m_isIncomplete.store(true, std::memory_order_relaxed);
}

CuGraph GraphTable::remove(CuGraphExec handle) {
  const std::unique_lock lock(m_mutex);
  const auto found = m_executables.find(handle);
  if (found == m_executables.end())
    return nullptr;
  CuGraph graph = release(*found->second);
  found->second->quiet.flush();
  m_byHandle.remove(handle);
  m_executables.erase(found);
  return graph;
}

CuGraph GraphTable::release(const ExecutableGraph &executable) {
  const auto origin = m_origins.find(executable.graph);
  if (origin == m_origins.end() || --origin->second.executables > 0)
    return nullptr;
  CuGraph graph = origin->second.isDestroyed ? origin->first : nullptr;
  m_origins.erase(origin);
  return graph;
}

bool GraphTable::putOff(CuGraph graph) {
  const std::unique_lock lock(m_mutex);
  const auto origin = m_origins.find(graph);
  if (origin == m_origins.end() || origin->second.isDestroyed)
    return false;
  origin->second.isDestroyed = true;
  return true;
}

void GraphTable::forgetNode(CuGraphNode node) {
  const std::unique_lock lock(m_mutex);
  for (auto &[handle, executable] : m_executables)
    if (GraphNode *found = executable->find(node)) {
      found->reason = "graph.updated";
      found->node = nullptr; // the handle may be used again
    }
}

void GraphTable::countReplays() {
  const std::shared_lock lock(m_mutex);
  for (const auto &[handle, executable] : m_executables)
    executable->quiet.flush();
}

} // namespace pstudio::attach
