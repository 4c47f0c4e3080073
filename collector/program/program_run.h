// SPDX-License-Identifier: Apache-2.0
// A running program: the shared state of its runtime calls, and the exit from its host code.
#pragma once

#include <csetjmp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "collector/program/async_runtime.h"
#include "collector/program/device_memory.h"
#include "collector/program/gpu_handles.h"
#include "collector/program/run_clock.h"
#include "collector/program/host/runtime_function.h"
#include "core/base/result.h"

namespace pstudio::program {

class HostCode;
class LaunchRunner;

/// The state that the runtime calls of host code use. None of it is global. [one thread]
class ProgramRun {
public:
  /// Receives the output of the program, in whole lines except for an unfinished line at the end.
  using Output = std::function<void(std::string_view)>;
  /// The references must outlive this object.
  ProgramRun(ProgramDevice &device, LaunchRunner &launches, RunClock &clock, GpuHandles handles,
             Output output);

  /// Calls main() and returns its result, or the error that ended the program.
  Result<int64_t> execute(const HostCode &code);

  DeviceMemory &memory() { return m_memory; }
  GpuHandles &handles() { return m_handles; }
  LaunchRunner &launches() { return m_launches; }
  AsyncRuntime &async() { return m_async; }
  RunClock &clock() { return m_clock; }
  /// Result of `call`. An error gets the place of the call that was announced last (callSite).
  template <class Call> auto atCallSite(Call call) -> decltype(call()) {
    auto result = call();
    if (!result)
      return tl::unexpected<Error>(located(std::move(result).error()));
    return result;
  }
  void print(std::string_view text);
  void flushOutput();

  /// Index into ProgramParts::sites of the latest announced call.
  uint32_t callSite = 0;

private:
  Error located(Error error) const;

  friend void noteFailure(ProgramRun &run, Error error);
  friend void leaveProgram(ProgramRun &run);

  DeviceMemory m_memory;
  GpuHandles m_handles;
  LaunchRunner &m_launches;
  RunClock &m_clock;
  AsyncRuntime m_async;
  Output m_output;
  std::string m_unprinted; ///< an unfinished line
  std::optional<Error> m_failure;
  std::jmp_buf m_exit;
};

} // namespace pstudio::program
