// SPDX-License-Identifier: Apache-2.0
// Launches, and the nodes of graphs, in the event files of an attached process (event_files.h).
#pragma once

#include <cstdint>

namespace pstudio::attach {

enum class LaunchKind : uint32_t { Kernel = 1, Graph = 2, Copy = 3, Set = 4 };

enum LaunchFlags : uint32_t {
  kLaunchRecorded = 1,   ///< launched with the twin: PID.N.records contains its records
  kLaunchAutotuning = 2, ///< inside an autotuner's benchmark
  kLaunchCaptured = 4,   ///< during the capture of a graph: no activity follows
  kLaunchReplayed = 8,   ///< a recorded node of a graph whose launch has the id `operation`
};
inline constexpr uint32_t kLaunchNodeShift = 16; ///< to the number of earlier nodes of the kernel

struct LaunchEvent {
  uint64_t begin = 0, end = 0; ///< of the driver's function
  uint64_t id = 0;             ///< from 1, unique in the process; CorrelationEvent refers to it
  LaunchKind kind = LaunchKind::Kernel;
  uint32_t path = 0;
  uint32_t kernel = 0; ///< KernelSeen::kernel, or of Graph: GraphNodeEvent::graph; UINT32_MAX: none
  uint32_t flags = 0;
  uint64_t number = 0;    ///< launch number of --launch; 0: none
  uint64_t operation = 0; ///< MetricEvent::scope of the enclosing operation; 0: none
};

/// A kernel node of an executable graph, in the order of its nodes. Another number stands for the
/// graph after a change of its nodes.
struct GraphNodeEvent {
  static constexpr uint32_t kNoPath = UINT32_MAX;
  uint32_t graph = 0;
  uint32_t kernel = 0;     ///< KernelSeen::kernel
  uint32_t path = kNoPath; ///< of its capture; kNoPath: unknown
  uint32_t reserved = 0;
};

} // namespace pstudio::attach
