// SPDX-License-Identifier: Apache-2.0
// An NVIDIA GPU as a RunTarget.
#pragma once

#include <memory>
#include <string>

#include "collector/collector.h"
#include "collector/session/run_target.h"
#include "core/run/activity_settings.h"

namespace pstudio {

struct CudaOptions {
  std::string architecture;             ///< to compile for: "sm_90"; empty = the device's own
  std::string library = "libcuda.so.1"; ///< the driver
  ActivityKinds activity = ActivityKinds::none(); ///< activity that CUPTI records
};

struct CudaDevice;

/// The target "cuda" on `device`, or, if it is null, on the first device that the driver reports
/// (CUDA_VISIBLE_DEVICES selects it). The specification must outlive the target. After a fault, a
/// time limit or a stop the device is lost to this process, which must end by _exit
/// (collector/runtime/cuda/README.md).
std::unique_ptr<RunTarget> makeCudaTarget(const RunSpec &spec, CudaOptions options,
                                          std::shared_ptr<CudaDevice> device = nullptr);

/// The entry of listTargets(). Opens the driver, which takes about 0.1 s.
TargetInfo describeCudaTarget(const std::string &library = "libcuda.so.1");

} // namespace pstudio
