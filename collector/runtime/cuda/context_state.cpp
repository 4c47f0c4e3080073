// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/context_state.h"

#include <algorithm>
#include <utility>

#include "collector/runtime/cuda/driver_error.h"
#include "collector/runtime/poll_pacer.h"

namespace pstudio::cuda {

namespace {

// How long destructors wait for work that nobody waited for, before they leave it alone.
constexpr double kPatienceSeconds = 2.0;

} // namespace

CurrentContext::CurrentContext(const ContextState &state) : m_state(&state) {
  // An error here shows in the call that follows: without a context it fails by itself.
  static_cast<void>(state.api().cuCtxPushCurrent_v2(state.handle()));
}

CurrentContext::CurrentContext(CurrentContext &&other) noexcept
    : m_state(std::exchange(other.m_state, nullptr)) {}

CurrentContext::~CurrentContext() {
  CuContext popped = nullptr;
  if (m_state)
    static_cast<void>(m_state->api().cuCtxPopCurrent_v2(&popped));
}

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

Result<CurrentContext> ContextState::enter(std::string_view doing) {
  PSTUDIO_TRY(m_condition.check(doing));
  return CurrentContext(*this);
}

Result<CurrentContext> ContextState::enterToRead(std::string_view doing) {
  PSTUDIO_TRY(m_condition.checkToRead(doing));
  return CurrentContext(*this);
}

Error ContextState::judge(CuResult result, std::string_view call, std::string_view doing,
                          ErrorCode code) {
  Error error = driverError(api(), result, call, doing, code);
  if (endsContext(result))
    m_condition.markDead(error);
  return error;
}

void ContextState::markBusy(CuStream stream) {
  if (std::find(m_busy.begin(), m_busy.end(), stream) == m_busy.end())
    m_busy.push_back(stream);
}

void ContextState::markIdle(CuStream stream) {
  m_busy.erase(std::remove(m_busy.begin(), m_busy.end(), stream), m_busy.end());
}

bool ContextState::settle() {
  if (isLost() || m_busy.empty())
    return !isLost();
  const CurrentContext current(*this);
  const PollPacer pacer;
  while (!m_busy.empty()) {
    const CuResult result = api().cuStreamQuery(m_busy.back());
    if (result == CuResult::Success) {
      m_busy.pop_back();
    } else if (result != CuResult::NotReady) {
      // Nobody is left to hear of it, but an error that ends the context forbids freeing.
      static_cast<void>(judge(result, api().cuStreamQuery.name, "finishing queued work"));
      m_busy.pop_back();
    } else if (pacer.elapsedSeconds() > kPatienceSeconds) {
      markHung({ErrorCode::RunFailed, "queued work did not end in time", "", ""});
    } else {
      pacer.pause();
    }
    if (isLost())
      return false;
  }
  return true;
}

void ContextState::releaseResult(CuResult result, std::string_view call) {
  // A destructor has no way to report; what ends the context is remembered for the next call.
  if (result != CuResult::Success)
    static_cast<void>(judge(result, call, "freeing what is not needed any more"));
}

} // namespace pstudio::cuda
