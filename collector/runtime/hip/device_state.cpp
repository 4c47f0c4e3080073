// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/device_state.h"

#include <utility>

#include "collector/runtime/hip/hip_error.h"

namespace pstudio::hip {
namespace {

/// Time limit of a copy; after it the device counts as hung.
constexpr double kCopySeconds = 30.0;

gpu::DriverFunctions sharedFunctions(const HipApi &api) {
  return {api.hipMalloc,
          api.hipFree,
          api.hipMemGetInfo,
          api.hipHostMalloc,
          api.hipHostGetDevicePointer,
          api.hipHostFree,
          api.hipMemcpyHtoDAsync,
          api.hipMemcpyDtoHAsync,
          api.hipMemsetD8Async,
          api.hipStreamCreateWithFlags,
          api.hipStreamDestroy,
          api.hipStreamQuery,
          api.hipStreamSynchronize,
          api.hipEventCreateWithFlags,
          api.hipEventDestroy,
          api.hipEventRecord,
          api.hipEventQuery,
          api.hipEventElapsedTime};
}

} // namespace

DeviceState::DeviceState(std::shared_ptr<const Library> library, DeviceInfo info)
    : gpu::DeviceState(sharedFunctions(library->api()), kCopySeconds),
      m_library(std::move(library)), m_info(std::move(info)) {}

Result<void> DeviceState::select(std::string_view doing) {
  return call(doing, api().hipSetDevice, static_cast<int>(m_info.index));
}

Error DeviceState::errorOf(HipResult result, std::string_view call, std::string_view doing,
                           ErrorCode code) const {
  return hipError(api(), result, call, doing, code);
}

bool DeviceState::isFinal(HipResult result) const {
  return endsDevice(result);
}

} // namespace pstudio::hip
