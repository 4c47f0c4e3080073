// SPDX-License-Identifier: Apache-2.0
// Launches of kernels whose activity has another number of the profiler, and nodes of graphs:
// matched by their order.
#pragma once

#include <cstdint>

#include "collector/attach/host/observations.h"
#include "collector/attach/host/program_events.h"

namespace pstudio::attach {

/// Completes ProgramEvents::launchOfKernel. CUPTI gives a kernel that the CUDA runtime launches the
/// number of the runtime's call, while the launch was seen at the driver's call inside it. Kernels
/// of one name, device and stream run in the order of their launches. If as many activities as
/// launches of a name are unmatched, and all run on one stream, the n-th belongs to the n-th.
/// Others stay unmatched. \return the number of activities matched. O(events * log(events)).
uint64_t matchLaunchesByOrder(ProgramEvents &events, const SeenProcess &process);

/// Gives activities of graphs' nodes the launch of their replay in ProgramEvents::launchOfKernel.
/// CUPTI gives all nodes of a replay one number, and gives the numbers in the order of the calls;
/// of a replay that the CUDA runtime launches it is the number of the runtime's call. If as many
/// numbers as replays are unmatched, and one thread launched all replays, the n-th belongs to the
/// n-th. Others stay unmatched. Call it before the other functions. \return the number of replays
/// matched. O(events * log(events)).
uint64_t matchReplaysByOrder(ProgramEvents &events);

/// Gives activities of replayed graphs the launches of their recorded nodes in
/// ProgramEvents::launchOfKernel. The n-th activity of the kernel in its replay belongs to the n-th
/// node, if those of the kernel do not overlap in time. Others stay with the graph's launch. Call
/// it before matchLaunchesByOrder(). \return the number of activities matched. O(events *
/// log(events)).
uint64_t matchNodesOfGraphs(ProgramEvents &events, const SeenProcess &process);

/// Counts of replays and activities that were matched by their order.
struct OrderMatches {
  uint64_t replays = 0, activities = 0;
};

/// All three in their order, and placeCapturedPaths() after the nodes of graphs.
OrderMatches matchByOrder(ProgramEvents &events, const SeenProcess &process);

} // namespace pstudio::attach
