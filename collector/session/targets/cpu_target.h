// SPDX-License-Identifier: Apache-2.0
// The CPU model as a RunTarget.
#pragma once

#include <memory>

#include "collector/collector.h"
#include "collector/session/run_target.h"

namespace pstudio {

/// Shared state of kernels on the same virtual SMs.
struct VirtualDevice {
  int64_t nextCycle = 0; ///< the SMs' clocks at the next launch
};

/// The target "cpu". The specification must outlive it. If `device` is null, it creates a device.
std::unique_ptr<RunTarget> makeCpuTarget(const RunSpec &spec,
                                         std::shared_ptr<VirtualDevice> device = nullptr);

/// Unsupported, with the field, if the specification uses a feature that the CPU target does not
/// have: clusters or tensor maps.
Result<void> checkCpuSpec(const RunSpec &spec);

/// The CPU target's entry of listTargets().
TargetInfo describeCpuTarget();

} // namespace pstudio
