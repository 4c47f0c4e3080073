// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/device_architecture.h"

#include "collector/runtime/cuda/driver.h"
#include "collector/session/target_name.h"
#include "collector/toolkit/nvcc.h"

namespace pstudio {

Result<nvidia::Architecture> deviceArchitecture(const std::string &library) {
  PSTUDIO_TRY_ASSIGN(const std::shared_ptr<const cuda::Driver> driver, cuda::Driver::open(library));
  PSTUDIO_TRY_ASSIGN(const std::vector<cuda::DeviceInfo> devices, driver->devices());
  return nvidia::architectureForDevice(devices.front().major, devices.front().minor);
}

RunSpec withArchitectureOfSource(RunSpec spec, const std::string &library) {
  const TargetName target = splitTarget(spec.target);
  if (!toolkit::isCudaFile(spec.kernelFile) || target.name != "cuda" ||
      !target.architecture.empty())
    return spec;
  if (const auto architecture = deviceArchitecture(library))
    spec.target = target.name + ":" + architecture->name;
  return spec;
}

} // namespace pstudio
