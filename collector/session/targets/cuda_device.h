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

/// A device in use. Members are destroyed in reverse order.
struct CudaDevice {
  std::unique_ptr<DeviceActivity> activity; ///< none where the run asks for none
  cuda::Context context;
  cuda::Stream stream;
  cuda::Stream drain; ///< opened before any launch, so that it can read beside an endless one
  cuda::TensorMapCache tensorMaps = {}; ///< of all kernels of the session
  std::map<uint64_t, std::unique_ptr<cuda::Stream>> queues =
      {}; ///< beside `stream`, for launches that may overlap
  std::vector<std::unique_ptr<cuda::Stream>> spareQueues = {}; ///< closed ones, to be opened again
  std::optional<LaunchClocks> clocks = {};                     ///< after loadClocks()
  KernelOutput output = {};

  /// Once per device, before any launch.
  Result<void> loadClocks();
  /// Makes `queue`, which is not 0, one of its own.
  Result<void> openQueue(uint64_t queue);
  /// What it holds goes on, in the stream that queue() gave; its number may be used again.
  void closeQueue(uint64_t queue);
  /// `stream` for 0 and for what is not open.
  cuda::Stream &queue(uint64_t queue);
  /// No launch is on its way: what was measured of earlier ones is no longer needed.
  void forgetMarks();
};

/// The first device that the driver `library` shows, with what `activity` asks to be seen of it.
/// Errors of Driver, Context and Stream; where no GPU can be used, missingGpu(), whose advice
/// depends on `cpu`.
Result<std::shared_ptr<CudaDevice>>
openCudaDevice(const std::string &library, const ActivityKinds &activity = ActivityKinds::none(),
               CpuModelUse cpu = CpuModelUse::Possible);

} // namespace pstudio
