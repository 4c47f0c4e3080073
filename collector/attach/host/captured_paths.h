// SPDX-License-Identifier: Apache-2.0
// Call paths of the kernels of replayed graphs: where the replay is, then where the capture was.
#pragma once

#include "collector/attach/host/observations.h"
#include "collector/attach/host/program_events.h"

namespace pstudio::attach {

/// Gives recorded nodes of graphs, and the activities of replays, the path of their replay, then
/// "<captured_at>", as Triton Proton names it, then the path of their capture. The n-th activity of
/// a name in a replay, by begin, is its n-th node. Where activities of a name overlap in time, or
/// are not as many as its nodes, they get the part of the path that all nodes of the name have; no
/// "<captured_at>" if the path of one of them is unknown. Adds nodes to ProgramEvents::nodes and
/// fills ProgramEvents::pathOfKernel. Call it after matchNodesOfGraphs(). O(events * log(events)).
void placeCapturedPaths(ProgramEvents &events, const SeenProcess &process);

} // namespace pstudio::attach
