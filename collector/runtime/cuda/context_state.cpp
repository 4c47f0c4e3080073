// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/context_state.h"

#include <string>
#include <utility>

#include "collector/runtime/cuda/driver_error.h"

namespace pstudio::cuda {

namespace {

/// Copies wait as long as the work before them takes.
constexpr double kCopySeconds = 0.0;

gpu::DriverFunctions sharedFunctions(const DriverApi &api) {
  return {api.cuMemAlloc_v2,
          api.cuMemFree_v2,
          api.cuMemGetInfo_v2,
          api.cuMemHostAlloc,
          api.cuMemHostGetDevicePointer_v2,
          api.cuMemFreeHost,
          api.cuMemcpyHtoDAsync_v2,
          api.cuMemcpyDtoHAsync_v2,
          api.cuMemsetD8Async,
          api.cuStreamCreate,
          api.cuStreamDestroy_v2,
          api.cuStreamQuery,
          api.cuStreamSynchronize,
          api.cuEventCreate,
          api.cuEventDestroy_v2,
          api.cuEventRecord,
          api.cuEventQuery,
          api.cuEventElapsedTime};
}

} // namespace

ContextState::ContextState(std::shared_ptr<const Driver> driver, DeviceInfo device)
    : DeviceState(sharedFunctions(driver->api()), kCopySeconds), m_driver(std::move(driver)),
      m_device(std::move(device)) {}

Result<std::shared_ptr<ContextState>> ContextState::create(std::shared_ptr<const Driver> driver,
                                                           uint32_t device) {
  PSTUDIO_TRY_ASSIGN(const std::vector<DeviceInfo> devices, driver->devices());
  if (device >= devices.size())
    return fail(ErrorCode::InvalidInput, "there is no GPU " + std::to_string(device) +
                                             ": the driver shows " +
                                             std::to_string(devices.size()) + ", counted from 0");
  std::shared_ptr<ContextState> state(new ContextState(std::move(driver), devices[device]));
  const std::string doing =
      "opening GPU " + std::to_string(device) + " (" + state->m_device.name + ")";
  const DriverApi &api = state->api();
  CuDevice handle = 0;
  PSTUDIO_TRY(state->call(doing, api.cuDeviceGet, &handle, static_cast<int>(device)));
  PSTUDIO_TRY(
      state->call(doing, api.cuCtxCreate_v2, &state->m_handle, kCuContextSchedulingAuto, handle));
  // A new context is current; ours is so only while it is used.
  CuContext popped = nullptr;
  PSTUDIO_TRY(state->call(doing, api.cuCtxPopCurrent_v2, &popped));
  return state;
}

ContextState::~ContextState() {
  // A context that is lost is left to the end of the process: destroying it waits for its kernels.
  if (m_handle && settle())
    static_cast<void>(api().cuCtxDestroy_v2(m_handle));
}

Result<void> ContextState::select(std::string_view) {
  // An error here shows in the call that follows: without a context it fails by itself.
  static_cast<void>(api().cuCtxPushCurrent_v2(m_handle));
  return {};
}

void ContextState::deselect() {
  CuContext popped = nullptr;
  static_cast<void>(api().cuCtxPopCurrent_v2(&popped));
}

Error ContextState::errorOf(CuResult result, std::string_view call, std::string_view doing,
                            ErrorCode code) const {
  return driverError(api(), result, call, doing, code);
}

bool ContextState::isFinal(CuResult result) const {
  return endsContext(result);
}

} // namespace pstudio::cuda
