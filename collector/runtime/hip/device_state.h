// SPDX-License-Identifier: Apache-2.0
// What a device and everything made from it share: the library, whether the device still answers,
// and the rule that nothing is asked of a device that does not.
#pragma once

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "collector/runtime/device_condition.h"
#include "collector/runtime/hip/hip_api.h"
#include "collector/runtime/hip/hip_library.h"

namespace pstudio::hip {

/// [one thread at a time]
class DeviceState {
public:
  DeviceState(std::shared_ptr<const Library> library, DeviceInfo info)
      : m_library(std::move(library)), m_info(std::move(info)) {}
  DeviceState(const DeviceState &) = delete;
  DeviceState &operator=(const DeviceState &) = delete;

  const Library &library() const { return *m_library; }
  const HipApi &api() const { return m_library->api(); }
  const DeviceInfo &info() const { return m_info; }
  DeviceCondition &condition() { return m_condition; }

  /// Makes the device this thread's own, as HIP has it; an error if it is lost.
  Result<void> enter(std::string_view doing);
  /// The same, but allowed while a kernel hangs in another stream.
  Result<void> enterToRead(std::string_view doing);

  /// Calls `function`; an error of HIP becomes ours, and is remembered if it ends the device.
  template <class... Parameters, class... Values>
  Result<void> call(std::string_view doing,
                    const LibraryFunction<HipResult(Parameters...)> &function, Values... values) {
    const HipResult result = function(values...);
    if (result == HipResult::Success)
      return {};
    return tl::unexpected<Error>(judge(result, function.name, doing));
  }
  /// The error that `result` is; the device is lost if it is one of those that end it.
  Error judge(HipResult result, std::string_view call, std::string_view doing,
              ErrorCode code = ErrorCode::RunFailed);

  /// Frees `handle` by `function`, unless the device is lost: then it is left to the end of the
  /// process. Waits for queued work at most two seconds. For destructors.
  template <class Handle>
  void release(const LibraryFunction<HipResult(Handle)> &function, Handle handle) {
    constexpr std::string_view kFreeing = "freeing what is not needed any more";
    if (settle() && enter(kFreeing))
      static_cast<void>(call(kFreeing, function, handle)); // a destructor cannot report
  }

  /// Work was queued in the stream, or all of it is known to be done.
  void markBusy(HipStream stream);
  void markIdle(HipStream stream);

private:
  Result<void> makeCurrent(std::string_view doing);
  /// Waits for the queued work of all streams, though not for ever. False if the device is lost.
  bool settle();

  std::shared_ptr<const Library> m_library;
  DeviceInfo m_info;
  DeviceCondition m_condition;
  std::vector<HipStream> m_busy;
};

} // namespace pstudio::hip
