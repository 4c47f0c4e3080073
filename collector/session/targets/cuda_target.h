// SPDX-License-Identifier: Apache-2.0
// An NVIDIA GPU behind the interface of a run.
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
  ActivityKinds activity = ActivityKinds::none(); ///< what CUPTI is to see beside the records
};

struct CudaDevice;

/// The target "cuda": `device`, or without one the first device that the driver shows
/// (CUDA_VISIBLE_DEVICES chooses). The specification must outlive it. After a fault, a time limit
/// or a stop the device is lost to this process, which must end by _exit
/// (collector/runtime/cuda/README.md).
std::unique_ptr<RunTarget> makeCudaTarget(const RunSpec &spec, CudaOptions options,
                                          std::shared_ptr<CudaDevice> device = nullptr);

/// The entry of listTargets(). Opens the driver: about 0.1 s.
TargetInfo describeCudaTarget(const std::string &library = "libcuda.so.1");

} // namespace pstudio
