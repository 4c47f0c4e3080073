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

/// An open device. Members are destroyed in reverse order.
struct HipDevice {
  std::unique_ptr<HipActivity> activity; ///< null if the run does not record activity
  hip::Device device;
  hip::Stream stream;
  hip::Stream drain; ///< opened before any launch, so that it can read while a kernel hangs
};

/// Opens the first device that HIP reports, by the library file `library`; empty: by the first one
/// that is found. Records the kinds of `activity` from here on. Errors of Library, Device and
/// Stream. If no GPU can be used, the error is missingGpu(), whose hint depends on `cpu`.
Result<std::shared_ptr<HipDevice>>
openHipDevice(const std::string &library = {},
              const ActivityKinds &activity = ActivityKinds::none(),
              CpuModelUse cpu = CpuModelUse::Possible);

} // namespace pstudio
