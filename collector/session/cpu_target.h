// SPDX-License-Identifier: Apache-2.0
// The CPU model behind the interface of a run.
#pragma once

#include <memory>

#include "collector/collector.h"
#include "collector/session/run_target.h"

namespace pstudio {

/// The target "cpu". The specification must outlive it.
std::unique_ptr<RunTarget> makeCpuTarget(const RunSpec &spec);

/// The CPU target's entry of listTargets().
TargetInfo describeCpuTarget();

} // namespace pstudio
