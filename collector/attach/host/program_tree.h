// SPDX-License-Identifier: Apache-2.0
// The call tree of one process, as Triton Proton records it, with the scopes inside its kernels.
#pragma once

#include <string>
#include <vector>

#include "collector/attach/host/kernel_scopes.h"
#include "collector/attach/host/observations.h"
#include "collector/attach/host/program_events.h"
#include "core/calltree/call_tree.h"

namespace pstudio::attach {

/// A recorded launch and the scopes in it.
struct RecordedScopes {
  uint32_t kernel = 0; ///< KernelSeen::kernel
  uint64_t launch = 0; ///< as --launch counts
  uint32_t device = 0;
  int32_t smClockKHz = 0; ///< 0: unknown
  KernelScopes inside;
};

/// ROOT > scopes, frames and states > kernels > scopes inside them. Kernels have "count",
/// "time (ns)", "device_id" and "device_type" by the activity of the devices; launches
/// after the last activity, and all of a process without activity, have "count" only. Activities of
/// which none names a launch have times: in the order of the launches of their name if both are as
/// many, else without count below "<without a launch>". Scopes inside kernels have "cycles" and
/// "normalized_cycles". ROOT names the inclusive metrics. Kernels of unknown launches are children
/// of ROOT; copies have no place. O(events * log(events)).
calltree::CallTree programTree(const ProgramEvents &events, const SeenProcess &process,
                               const std::vector<RecordedScopes> &recorded);

} // namespace pstudio::attach
