// SPDX-License-Identifier: Apache-2.0
// The GPU that the kernels of a run share.
#pragma once

#include <memory>
#include <string>

#include "collector/runtime/cuda/context.h"
#include "collector/runtime/cuda/stream.h"
#include "collector/runtime/cuda/tensor_map.h"
#include "collector/session/device_activity.h"
#include "core/base/result.h"

namespace pstudio {

/// A device in use. Members are destroyed in reverse order.
struct CudaDevice {
  std::unique_ptr<DeviceActivity> activity; ///< none where the run asks for none
  cuda::Context context;
  cuda::Stream stream;
  cuda::Stream drain; ///< opened before any launch, so that it can read beside an endless one
  cuda::TensorMapCache tensorMaps = {}; ///< of all kernels of the session
};

/// The first device that the driver `library` shows, with what `activity` asks to be seen of it.
/// Errors of Driver, Context and Stream.
Result<std::shared_ptr<CudaDevice>>
openCudaDevice(const std::string &library, const ActivityKinds &activity = ActivityKinds::none());

} // namespace pstudio
