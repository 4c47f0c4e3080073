// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/device.h"

#include <utility>

#include "collector/runtime/hip/device_state.h"

namespace pstudio::hip {

Result<Device> Device::open(std::shared_ptr<const Library> library, uint32_t index) {
  PSTUDIO_TRY_ASSIGN(std::vector<DeviceInfo> devices, library->devices());
  if (index >= devices.size())
    return fail(ErrorCode::InvalidInput, "there is no GPU " + std::to_string(index) +
                                             ": HIP shows " + std::to_string(devices.size()) +
                                             ", counted from 0");
  auto state = std::make_shared<DeviceState>(std::move(library), std::move(devices[index]));
  PSTUDIO_TRY(state->enter("opening GPU " + std::to_string(index)));
  return Device(std::move(state));
}

const DeviceInfo &Device::info() const {
  return state()->info();
}

const Library &Device::library() const {
  return state()->library();
}

std::shared_ptr<DeviceState> Device::state() const {
  return std::static_pointer_cast<DeviceState>(deviceState());
}

} // namespace pstudio::hip
