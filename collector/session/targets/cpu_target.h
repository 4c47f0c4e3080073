// SPDX-License-Identifier: Apache-2.0
// The CPU model behind the interface of a run.
#pragma once

#include <memory>

#include "collector/collector.h"
#include "collector/session/run_target.h"

namespace pstudio {

/// What kernels on the same virtual SMs share.
struct VirtualDevice {
  int64_t nextCycle = 0; ///< the SMs' clocks at the next launch
};

/// The target "cpu". The specification must outlive it. Without a device it has its own.
std::unique_ptr<RunTarget> makeCpuTarget(const RunSpec &spec,
                                         std::shared_ptr<VirtualDevice> device = nullptr);

/// Unsupported, with the field, if the specification asks for what no kernel has on the CPU target:
/// clusters or tensor maps.
Result<void> checkCpuSpec(const RunSpec &spec);

/// The CPU target's entry of listTargets().
TargetInfo describeCpuTarget();

} // namespace pstudio
