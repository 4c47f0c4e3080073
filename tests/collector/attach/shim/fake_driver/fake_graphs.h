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
  std::vector<FakeNode *> dependencies; ///< in the order of their edges
  const FakeNode *origin = nullptr;     ///< of a clone
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

/// `graph` names its nodes; `shape` is a clone of it, as it was when the executable was made.
struct FakeExec {
  FakeGraph *graph = nullptr;
  FakeGraph *shape = nullptr;
  std::vector<FakeExecNode> nodes; ///< of kernels
};

/// The capture of a stream.
struct FakeCapture {
  FakeGraph *graph = nullptr; ///< null: nothing yet
  void *last = nullptr;       ///< the node on which the next one depends
};

/// A launch into a stream that is captured. \pre the caller holds the driver's mutex
void captureNode(FakeCapture &capture, void *function, const std::array<uint32_t, 7> &extents,
                 void **parameters, void **extra);

/// Whether the driver would start a node (with isStart: starts it). \pre the caller does not hold
/// the driver's mutex
pstudio::CuResult runNode(FakeNodeParameters &kernel, void *stream, bool isStart);

} // namespace pstudio::test
