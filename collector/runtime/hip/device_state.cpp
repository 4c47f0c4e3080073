// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/hip/device_state.h"

#include <algorithm>

#include "collector/runtime/hip/hip_error.h"
#include "collector/runtime/wait_limits.h"

namespace pstudio::hip {
namespace {

// How long destructors wait for work that nobody waited for, before they leave it alone.
constexpr double kPatienceSeconds = 2.0;

} // namespace

Result<void> DeviceState::makeCurrent(std::string_view doing) {
  return call(doing, api().hipSetDevice, static_cast<int>(m_info.index));
}

Result<void> DeviceState::enter(std::string_view doing) {
  PSTUDIO_TRY(m_condition.check(doing));
  return makeCurrent(doing);
}

Result<void> DeviceState::enterToRead(std::string_view doing) {
  PSTUDIO_TRY(m_condition.checkToRead(doing));
  return makeCurrent(doing);
}

Error DeviceState::judge(HipResult result, std::string_view call, std::string_view doing,
                         ErrorCode code) {
  Error error = hipError(api(), result, call, doing, code);
  if (endsDevice(result))
    m_condition.markDead(error);
  return error;
}

void DeviceState::markBusy(HipStream stream) {
  if (std::ranges::find(m_busy, stream) == m_busy.end())
    m_busy.push_back(stream);
}

void DeviceState::markIdle(HipStream stream) {
  std::erase(m_busy, stream);
}

bool DeviceState::settle() {
  while (!m_condition.isLost() && !m_busy.empty()) {
    HipResult result = HipResult::Success;
    const auto ask = [&] {
      result = api().hipStreamQuery(m_busy.back());
      return result == HipResult::NotReady ? WorkState::Pending : WorkState::Done;
    };
    if (waitUntilDone(ask, {kPatienceSeconds, nullptr}) == WaitEnd::TimedOut) {
      m_condition.markHung({ErrorCode::RunFailed, "queued work did not end in time", "", ""});
      break;
    }
    // Nobody is left to hear of an error, but one that ends the device forbids freeing.
    if (result != HipResult::Success)
      static_cast<void>(judge(result, api().hipStreamQuery.name, "finishing queued work"));
    m_busy.pop_back();
  }
  return !m_condition.isLost();
}

} // namespace pstudio::hip
