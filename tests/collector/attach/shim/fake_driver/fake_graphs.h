// SPDX-License-Identifier: Apache-2.0
// Graphs of the fake driver.
#pragma once

#include <array>
#include <list>
#include <map>
#include <vector>

#include "collector/vendor/cuda_types.h"

namespace pstudio::test {

struct FakeGraph;

/// A function with its arguments, 8 bytes each.
struct FakeNodeParameters {
  pstudio::CuKernelNodeParams given;
  std::vector<uint64_t> arguments;
  std::vector<void *> pointers; ///< to `arguments`
};

struct FakeNode {
  int type = 0;
  FakeNodeParameters kernel;
  FakeGraph *child = nullptr;
};

struct FakeGraph {
  std::list<FakeNode> nodes;
  bool isDestroyed = false; ///< its memory stays, so that uses of its nodes are seen
};

struct FakeExecNode {
  const FakeNode *node = nullptr;
  FakeNodeParameters kernel;
  bool isEnabled = true;
};

struct FakeExec {
  FakeGraph *graph = nullptr;
  std::vector<FakeExecNode> nodes; ///< of kernels
};

/// A launch into a stream that is captured. \pre the caller holds the driver's mutex
void captureNode(FakeGraph *&graph, void *function, const std::array<uint32_t, 7> &extents,
                 void **parameters, void **extra);

/// Whether the driver would start a node (with isStart: starts it). \pre the caller does not hold
/// the driver's mutex
pstudio::CuResult runNode(FakeNodeParameters &kernel, void *stream, bool isStart);

} // namespace pstudio::test
