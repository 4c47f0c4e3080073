// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/gpu/device_state.h"

#include <algorithm>
#include <string>

namespace pstudio::gpu {
namespace {

// Time that destructors wait for queued work before the device counts as hung.
constexpr double kPatienceSeconds = 2.0;

} // namespace

CurrentDevice::~CurrentDevice() {
  if (m_state)
    m_state->deselect();
}

Result<CurrentDevice> DeviceState::enter(std::string_view doing) {
  PSTUDIO_TRY(check(doing));
  return makeCurrent(doing);
}

Result<CurrentDevice> DeviceState::enterToRead(std::string_view doing) {
  return isHung() ? makeCurrent(doing) : enter(doing);
}

Result<CurrentDevice> DeviceState::makeCurrent(std::string_view doing) {
  PSTUDIO_TRY(select(doing));
  return CurrentDevice(*this);
}

Result<void> DeviceState::check(std::string_view doing) const {
  if (!isLost())
    return {};
  return fail(m_why.code, std::string(doing) + ": the GPU was given up earlier: " + m_why.message,
              "", "the GPU itself is fine: start a new process");
}

void DeviceState::markHung(const Error &why) {
  if (isLost())
    return;
  m_condition = Condition::Hung;
  m_why = why;
}

void DeviceState::markDead(const Error &why) {
  if (m_condition == Condition::Dead)
    return;
  m_condition = Condition::Dead;
  m_why = why;
}

Error DeviceState::judge(DriverResult result, std::string_view call, std::string_view doing,
                         ErrorCode code) {
  Error error = errorOf(result, call, doing, code);
  if (isFinal(result))
    markDead(error);
  return error;
}

Result<void> DeviceState::waitFor(const DriverFunction<Handle> &query, Handle handle,
                                  std::string_view doing, const WaitLimits &limits) {
  DriverResult result = DriverResult::Success;
  const WaitEnd end = waitUntilDone(
      [&] {
        result = query(handle);
        return result == DriverResult::Success    ? WorkState::Done
               : result == DriverResult::NotReady ? WorkState::Pending
                                                  : WorkState::Failed;
      },
      limits);
  if (end == WaitEnd::Done)
    return {};
  if (end == WaitEnd::Failed)
    return tl::unexpected<Error>(judge(result, query.name, doing));
  Error error = givenUp(end, std::string(doing), limits);
  markHung(error);
  return tl::unexpected<Error>(std::move(error));
}

void DeviceState::markBusy(Handle stream) {
  if (std::ranges::find(m_busy, stream) == m_busy.end())
    m_busy.push_back(stream);
}

void DeviceState::markIdle(Handle stream) {
  std::erase(m_busy, stream);
}

bool DeviceState::settle() {
  constexpr std::string_view kFinishing = "finishing queued work";
  if (isLost() || m_busy.empty())
    return !isLost();
  const auto current = makeCurrent(kFinishing);
  const PollPacer pacer;
  while (!isLost() && !m_busy.empty()) {
    const DriverResult result = m_functions.queryStream(m_busy.back());
    if (result == DriverResult::NotReady && pacer.elapsedSeconds() <= kPatienceSeconds) {
      pacer.pause();
    } else if (result == DriverResult::NotReady) {
      markHung({ErrorCode::RunFailed, "queued work did not end in time", "", ""});
    } else {
      // An error cannot be reported here, but one that ends the device forbids freeing.
      if (result != DriverResult::Success)
        static_cast<void>(judge(result, m_functions.queryStream.name, kFinishing));
      m_busy.pop_back();
    }
  }
  return !isLost();
}

} // namespace pstudio::gpu
