// SPDX-License-Identifier: Apache-2.0
#include "collector/program/program_run.h"

#include "collector/program/host/host_code.h"
#include "collector/program/launch_runner.h"
#include "collector/program/host/runtime_function.h"
#include "core/base/check.h"

namespace pstudio::program {

ProgramRun::ProgramRun(ProgramDevice &device, LaunchRunner &launches, RunClock &clock,
                       GpuHandles handles, Output output)
    : m_memory(device), m_handles(std::move(handles)), m_launches(launches), m_clock(clock),
      m_output(std::move(output)) {}

namespace {

/// True with main's result, false if the program was left by leaveProgram(). A function of its own,
/// so that no object with a destructor lives between the two returns of setjmp.
bool callMain(const HostCode &code, std::jmp_buf &exit, int64_t &result) {
  if (setjmp(exit) != 0)
    return false;
  result = code.main();
  return true;
}

} // namespace

Result<int64_t> ProgramRun::execute(const HostCode &code) {
  int64_t result = 0;
  const bool hasReturned = callMain(code, m_exit, result);
  flushOutput();
  const Result<void> ended = m_launches.waitForAll(); // which host code need not do
  if (hasReturned && !ended)
    return tl::unexpected<Error>(ended.error());
  if (hasReturned)
    return result;
  PSTUDIO_CHECK(m_failure);
  return tl::unexpected<Error>(*std::move(m_failure));
}

Error ProgramRun::located(Error error) const {
  return locatedAt(std::move(error), m_launches.placeOf(callSite));
}

void ProgramRun::print(std::string_view text) {
  m_unprinted += text;
  if (const size_t end = m_unprinted.rfind('\n'); end != std::string::npos) {
    m_output(std::string_view(m_unprinted).substr(0, end + 1));
    m_unprinted.erase(0, end + 1);
  }
}

void ProgramRun::flushOutput() {
  if (!m_unprinted.empty())
    m_output(m_unprinted);
  m_unprinted.clear();
}

void noteFailure(ProgramRun &run, Error error) {
  run.m_failure = std::move(error);
}

void leaveProgram(ProgramRun &run) {
  std::longjmp(run.m_exit, 1);
}

} // namespace pstudio::program
