// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/hip_device.h"

namespace pstudio {

namespace {

Result<std::shared_ptr<HipDevice>> openFirstHipDevice(const std::string &path,
                                                      const ActivityKinds &activity) {
  // The tools have to be there when the runtime starts.
  std::unique_ptr<HipActivity> seen = HipActivity::begin(activity);
  PSTUDIO_TRY_ASSIGN(auto library, path.empty() ? hip::Library::open() : hip::Library::load(path));
  PSTUDIO_TRY_ASSIGN(hip::Device device, hip::Device::open(std::move(library), 0));
  PSTUDIO_TRY_ASSIGN(hip::Stream stream, hip::Stream::open(device));
  PSTUDIO_TRY_ASSIGN(hip::Stream drain, hip::Stream::open(device));
  return std::make_shared<HipDevice>(
      HipDevice{std::move(seen), std::move(device), std::move(stream), std::move(drain)});
}

} // namespace

Result<std::shared_ptr<HipDevice>> openHipDevice(const std::string &path,
                                                 const ActivityKinds &activity, CpuModelUse cpu) {
  return openFirstHipDevice(path, activity).map_error([&](Error cause) {
    return missingGpu(std::move(cause), "AMD", "hip", cpu);
  });
}

} // namespace pstudio
