// SPDX-License-Identifier: Apache-2.0
// The GPU that the kernels of a run share.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/runtime/cuda/context.h"
#include "collector/runtime/cuda/kernel_launch.h"
#include "collector/runtime/cuda/tensor_map.h"
#include "collector/session/targets/device_activity.h"
#include "collector/session/launch/kernel_output.h"
#include "collector/session/targets/launch_clocks.h"
#include "collector/session/targets/missing_gpu.h"
#include "core/base/result.h"

namespace pstudio {

/// An open device. Members are destroyed in reverse order.
struct CudaDevice {
  std::unique_ptr<DeviceActivity> activity; ///< null if the run does not record activity
  cuda::Context context;
  cuda::Stream stream;
  cuda::Stream drain; ///< opened before any launch, so that it can read while a kernel hangs
  cuda::TensorMapCache tensorMaps = {}; ///< of all kernels of the session
  std::map<uint64_t, std::unique_ptr<cuda::Stream>> queues =
      {}; ///< in addition to `stream`, for launches that may overlap
  std::vector<std::unique_ptr<cuda::Stream>> spareQueues = {}; ///< of closed queues, for reuse
  std::optional<LaunchClocks> clocks = {};                     ///< after loadClocks()
  KernelOutput output = {};

  /// Loads the clock probe, once per device, before any launch.
  Result<void> loadClocks();
  /// Creates the queue `queue`, which is not 0.
  Result<void> openQueue(uint64_t queue);
  /// Closes the queue. Its launches continue in its stream, and its number may be reused.
  void closeQueue(uint64_t queue);
  /// The stream of a queue; `stream` for 0 and for a queue that is not open.
  cuda::Stream &queue(uint64_t queue);
  /// Discards the time stamps of earlier launches. No launch may be pending.
  void forgetMarks();
};

/// Opens the first device that the driver `library` reports, and records the kinds of `activity`
/// from here on. Errors of Driver, Context and Stream. If no GPU can be used, the error is
/// missingGpu(), whose hint depends on `cpu`.
Result<std::shared_ptr<CudaDevice>>
openCudaDevice(const std::string &library, const ActivityKinds &activity = ActivityKinds::none(),
               CpuModelUse cpu = CpuModelUse::Possible);

} // namespace pstudio
