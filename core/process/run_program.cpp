// SPDX-License-Identifier: Apache-2.0
#include "core/process/run_program.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>

#include "core/process/pipe.h"

namespace pstudio {
namespace {

using SteadyClock = std::chrono::steady_clock;

enum class Waited : uint8_t { Readable, Cancelled, Late };

Waited waitForOutput(int output, int cancel, SteadyClock::time_point deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now());
    std::array<pollfd, 2> entries{{{output, POLLIN, 0}, {cancel, POLLIN, 0}}};
    const int ready = ::poll(entries.data(), entries.size(),
                             static_cast<int>(std::clamp<int64_t>(left.count(), 0, 3'600'000)));
    if (ready < 0 && errno == EINTR)
      continue;
    if (entries[1].revents != 0)
      return Waited::Cancelled;
    if (entries[0].revents != 0)
      return Waited::Readable;
    if (SteadyClock::now() >= deadline)
      return Waited::Late;
  }
}

} // namespace

Result<ProgramOutcome> runProgram(ChildStart start, std::chrono::milliseconds limit, int cancel) {
  PSTUDIO_TRY_ASSIGN(Pipe pipe, makePipe());
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  start.input = nothing.get();
  start.output = start.error = pipe.writeEnd.get();
  const SteadyClock::time_point deadline = SteadyClock::now() + limit;
  PSTUDIO_TRY_ASSIGN(ChildProcess child, ChildProcess::start(start));
  pipe.writeEnd.close();
  ProgramOutcome outcome;
  std::array<std::byte, 4096> bytes{};
  for (;;) {
    const Waited waited = waitForOutput(pipe.readEnd.get(), cancel, deadline);
    if (waited == Waited::Cancelled)
      return fail(ErrorCode::Cancelled, "cancelled before its end", start.words.front());
    if (waited == Waited::Late)
      return fail(ErrorCode::RunFailed, "not done after " + std::to_string(limit.count()) + " ms",
                  start.words.front());
    const Result<size_t> got = readSome(pipe.readEnd.get(), bytes);
    if (!got || *got == 0)
      break;
    outcome.output.append(reinterpret_cast<const char *>(bytes.data()), *got);
  }
  const ExitStatus status = child.wait();
  outcome.exitCode = status.signal != 0 ? 128 + status.signal : status.exitCode;
  return outcome;
}

Result<ProgramOutcome> runProgram(const std::filesystem::path &program,
                                  const std::vector<std::string> &arguments,
                                  double timeLimitSeconds) {
  ChildStart start;
  start.words = {program.string()};
  start.words.insert(start.words.end(), arguments.begin(), arguments.end());
  return runProgram(std::move(start), std::chrono::ceil<std::chrono::milliseconds>(
                                          std::chrono::duration<double>(timeLimitSeconds)));
}

} // namespace pstudio
