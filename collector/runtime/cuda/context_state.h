// SPDX-License-Identifier: Apache-2.0
// What a context and everything made from it share: the driver, whether the device still answers,
// and the rule that nothing is asked of a device that does not.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "collector/runtime/cuda/driver.h"
#include "collector/runtime/cuda/driver_api.h"
#include "collector/runtime/device_condition.h"
#include "core/base/result.h"

namespace pstudio::cuda {

class ContextState;

/// The context is the calling thread's current one for as long as this lives.
class CurrentContext {
public:
  explicit CurrentContext(const ContextState &state);
  CurrentContext(CurrentContext &&other) noexcept;
  CurrentContext &operator=(CurrentContext &&) = delete;
  ~CurrentContext();

private:
  const ContextState *m_state;
};

/// [one thread at a time]
class ContextState {
public:
  static Result<std::shared_ptr<ContextState>> create(std::shared_ptr<const Driver> driver,
                                                      uint32_t device);
  ~ContextState();
  ContextState(const ContextState &) = delete;
  ContextState &operator=(const ContextState &) = delete;

  const Driver &driver() const { return *m_driver; }
  const DriverApi &api() const { return m_driver->api(); }
  const DeviceInfo &device() const { return m_device; }
  CuContext handle() const { return m_handle; }

  bool isLost() const { return m_condition.isLost(); }
  bool isHung() const { return m_condition.isHung(); }
  /// `why` is what later calls answer.
  void markHung(const Error &why) { m_condition.markHung(why); }

  /// Makes the context current; an error if it is lost.
  Result<CurrentContext> enter(std::string_view doing);
  /// The same, but allowed while a kernel hangs in another stream.
  Result<CurrentContext> enterToRead(std::string_view doing);

  /// Calls `function`; an error of the driver becomes ours, and is remembered if it ends the
  /// context.
  template <class... Parameters, class... Values>
  Result<void> call(std::string_view doing, const DriverFunction<CuResult(Parameters...)> &function,
                    Values... values) {
    const CuResult result = function(values...);
    if (result == CuResult::Success)
      return {};
    return tl::unexpected<Error>(judge(result, function.name, doing));
  }
  /// The error that `result` is; the context is lost if it is one of those that end it.
  Error judge(CuResult result, std::string_view call, std::string_view doing,
              ErrorCode code = ErrorCode::RunFailed);

  /// Frees `handle` by `function`, unless the context is lost: then it is left to the end of the
  /// process. Never blocks for longer than kPatienceSeconds. For destructors.
  template <class Handle>
  void release(const DriverFunction<CuResult(Handle)> &function, Handle handle) {
    if (settle()) {
      const CurrentContext current(*this);
      releaseResult(function(handle), function.name);
    }
  }

  /// Work was queued in the stream, or all of it is known to be done.
  void markBusy(CuStream stream);
  void markIdle(CuStream stream);

private:
  ContextState(std::shared_ptr<const Driver> driver, DeviceInfo device)
      : m_driver(std::move(driver)), m_device(std::move(device)) {}
  /// Waits for the queued work of all streams, though not for ever. False if the context is lost.
  bool settle();
  void releaseResult(CuResult result, std::string_view call);

  std::shared_ptr<const Driver> m_driver;
  DeviceInfo m_device;
  CuContext m_handle = nullptr;
  DeviceCondition m_condition;
  std::vector<CuStream> m_busy;
};

} // namespace pstudio::cuda
