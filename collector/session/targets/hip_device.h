// SPDX-License-Identifier: Apache-2.0
// The AMD GPU that the kernels of a run share.
#pragma once

#include <memory>
#include <string>

#include "collector/runtime/hip/kernel_launch.h"
#include "collector/session/targets/hip_activity.h"
#include "collector/session/targets/missing_gpu.h"
#include "core/base/result.h"

namespace pstudio {

/// A device in use. Members are destroyed in reverse order.
struct HipDevice {
  std::unique_ptr<HipActivity> activity; ///< null if none is asked for
  hip::Device device;
  hip::Stream stream;
  hip::Stream drain; ///< opened before any launch, so that it can read beside an endless one
};

/// The first device that HIP shows, by the library of that file; empty: by the first one that is
/// found. What of `activity` is asked for is recorded from here on. Errors of Library, Device and
/// Stream; where no GPU can be used, missingGpu(), whose advice depends on `cpu`.
Result<std::shared_ptr<HipDevice>>
openHipDevice(const std::string &library = {},
              const ActivityKinds &activity = ActivityKinds::none(),
              CpuModelUse cpu = CpuModelUse::Possible);

} // namespace pstudio
