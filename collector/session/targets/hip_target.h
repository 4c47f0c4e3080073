// SPDX-License-Identifier: Apache-2.0
// An AMD GPU as a RunTarget.
#pragma once

#include <memory>
#include <string>

#include "collector/collector.h"
#include "collector/session/targets/hip_compiler.h"
#include "collector/session/run_target.h"
#include "core/run/activity_settings.h"

namespace pstudio {

struct HipDevice;

struct HipOptions {
  std::string architecture; ///< to compile for: "gfx942"; empty = the device's own
  std::string library = {}; ///< the file of the HIP runtime; empty = the first that is found
  ActivityKinds activity = ActivityKinds::none(); ///< of a device that the target opens itself
};

/// The target "hip" on `device`, or, if it is null, on the first device that HIP reports
/// (ROCR_VISIBLE_DEVICES selects it). The specification must outlive the target. After a time limit
/// or a stop the device is lost to this process, which must end by _exit; a fault may end the
/// process by itself (collector/runtime/hip/README.md).
std::unique_ptr<RunTarget> makeHipTarget(const RunSpec &spec, HipOptions options,
                                         std::unique_ptr<HipCompiler> compiler,
                                         std::shared_ptr<HipDevice> device = nullptr);

/// The entry of listTargets(). Opens the library, which takes about 0.1 s.
TargetInfo describeHipTarget(const std::string &library = {});

} // namespace pstudio
