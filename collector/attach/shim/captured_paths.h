// SPDX-License-Identifier: Apache-2.0
// Call paths under which the program made the kernel nodes of its graphs.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "collector/attach/shim/driver_api.h"

namespace pstudio::attach {

/// By the nodes' handles, as long as their graph exists. [thread: any, one lock]
class CapturedPaths {
public:
  static constexpr uint32_t kUnknown = UINT32_MAX;

  void add(CuGraph graph, CuGraphNode node, uint32_t path);
  /// The last node that the capture of `stream` has made. Needs a CaptureGuard.
  void addCaptured(const DriverApi &driver, CuStream stream, uint32_t path);
  /// `clone` is a clone of `graph`, and goes with `owner`. Needs a CaptureGuard. O(nodes) calls of
  /// the driver.
  void addClone(const DriverApi &driver, CuGraph graph, CuGraph clone, CuGraph owner);
  /// kUnknown for a node of another origin.
  uint32_t find(CuGraphNode node) const;
  /// The program is about to destroy the graph: handles of its nodes may be used again.
  void forget(CuGraph graph);
  void forgetNode(CuGraphNode node);

private:
  struct Made {
    CuGraph graph = nullptr;
    uint32_t path = 0;
  };

  mutable std::mutex m_mutex;
  std::unordered_map<CuGraphNode, Made> m_made;
  std::unordered_map<CuGraph, std::vector<CuGraphNode>> m_nodes;
};

} // namespace pstudio::attach
