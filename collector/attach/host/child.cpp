// SPDX-License-Identifier: Apache-2.0
#include "collector/attach/host/child.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

extern char **environ;

namespace pstudio::attach {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

int millisecondsTo(Clock::time_point deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::max<int64_t>(left, 0));
}

enum class Waited { Readable, Cancelled, Late };

Waited waitForOutput(int output, int cancel, Clock::time_point deadline) {
  for (;;) {
    std::array<pollfd, 2> entries{{{output, POLLIN, 0}, {cancel, POLLIN, 0}}};
    const int ready = ::poll(entries.data(), entries.size(), millisecondsTo(deadline));
    if (ready < 0 && errno == EINTR)
      continue;
    if (entries[1].revents != 0)
      return Waited::Cancelled;
    if (entries[0].revents != 0)
      return Waited::Readable;
    return Waited::Late;
  }
}

} // namespace

Result<Child> startChild(const ChildStart &start) {
  if (!Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, ::getpid(), 0))).isOpen())
    return fail(ErrorCode::Unsupported,
                std::string("cannot watch processes: ") + std::strerror(errno), {},
                "Linux 5.3 or later is needed");
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  const std::array streams{start.input, start.output, start.error};
  for (size_t i = 0; i < streams.size(); ++i)
    if (streams[i] >= 0)
      ::posix_spawn_file_actions_adddup2(&actions, streams[i], static_cast<int>(i));
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigmask(&attributes, &start.blocked);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(&attributes,
                             static_cast<short>(POSIX_SPAWN_SETSIGMASK |
                                                (start.isBackground ? POSIX_SPAWN_SETPGROUP : 0)));
  const std::vector<char *> words = pointersTo(start.words);
  const std::vector<char *> environment = pointersTo(start.environment);
  Child child;
  const int code =
      ::posix_spawnp(&child.process, words.front(), &actions, &attributes, words.data(),
                     start.environment.empty() ? environ : environment.data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (code != 0)
    return fail(ErrorCode::Io, std::string("cannot run it: ") + std::strerror(code),
                start.words.front());
  child.exited = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, child.process, 0)));
  if (!child.exited.isOpen()) {
    const std::string reason = std::strerror(errno);
    killAndReap(child);
    return fail(ErrorCode::Unsupported, "cannot watch a process: " + reason, {},
                "Linux 5.3 or later is needed");
  }
  return child;
}

int reap(const Child &child) {
  int status = 0;
  while (::waitpid(child.process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void killAndReap(const Child &child) {
  ::kill(child.process, SIGKILL);
  reap(child);
}

Result<ChildEnd> runToEnd(ChildStart start, std::chrono::milliseconds limit, int cancel) {
  std::array<int, 2> ends{-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    return fail(ErrorCode::Io, std::string("cannot make a pipe: ") + std::strerror(errno));
  const Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  start.input = nothing.get();
  start.output = start.error = writing.get();
  const Clock::time_point deadline = Clock::now() + limit;
  PSTUDIO_TRY_ASSIGN(const Child child, startChild(start));
  writing.reset();
  ChildEnd end;
  for (;;) {
    const Waited waited = waitForOutput(reading.get(), cancel, deadline);
    if (waited != Waited::Readable) {
      killAndReap(child);
      if (waited == Waited::Cancelled)
        return fail(ErrorCode::Cancelled, "the program ended before", start.words.front());
      return fail(ErrorCode::RunFailed,
                  "not done after " + std::to_string(limit.count()) + " milliseconds",
                  start.words.front());
    }
    std::array<char, 4096> bytes{};
    const ssize_t count = ::read(reading.get(), bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      break;
    end.output.append(bytes.data(), static_cast<size_t>(count));
  }
  end.exitCode = reap(child);
  return end;
}

} // namespace pstudio::attach
