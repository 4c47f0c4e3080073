// SPDX-License-Identifier: Apache-2.0
#include "core/process/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>

#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/process/pipe.h"

extern char **environ;

namespace pstudio {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// The parameters of posix_spawn.
class SpawnPlan {
public:
  explicit SpawnPlan(const ChildStart &start) {
    ::posix_spawn_file_actions_init(&m_actions);
    ::posix_spawnattr_init(&m_attributes);
    const std::array streams{start.input, start.output, start.error};
    for (size_t i = 0; i < streams.size(); ++i)
      if (streams[i] >= 0)
        ::posix_spawn_file_actions_adddup2(&m_actions, streams[i], static_cast<int>(i));
    ::posix_spawnattr_setsigmask(&m_attributes, &start.blocked);
    ::posix_spawnattr_setpgroup(&m_attributes, 0);
    int flags = POSIX_SPAWN_SETSIGMASK;
    if (start.group == ChildGroup::Own)
      flags |= POSIX_SPAWN_SETPGROUP;
    if (start.group == ChildGroup::OwnSession)
      flags |= POSIX_SPAWN_SETSID;
    ::posix_spawnattr_setflags(&m_attributes, static_cast<short>(flags));
  }
  SpawnPlan(const SpawnPlan &) = delete;
  SpawnPlan &operator=(const SpawnPlan &) = delete;
  ~SpawnPlan() {
    ::posix_spawnattr_destroy(&m_attributes);
    ::posix_spawn_file_actions_destroy(&m_actions);
  }
  const posix_spawn_file_actions_t *actions() const { return &m_actions; }
  const posix_spawnattr_t *attributes() const { return &m_attributes; }

private:
  posix_spawn_file_actions_t m_actions;
  posix_spawnattr_t m_attributes;
};

/// Ends with the null that exec requires. The texts must outlive it.
std::vector<char *> pointersTo(const std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(const_cast<char *>(text.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

ExitStatus exitStatusOf(int status) {
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

} // namespace

sigset_t signalSet(std::initializer_list<int> signals) {
  sigset_t set;
  ::sigemptyset(&set);
  for (const int signal : signals)
    ::sigaddset(&set, signal);
  return set;
}

Result<ChildProcess> ChildProcess::start(const ChildStart &start) {
  const std::vector<char *> words = pointersTo(start.words);
  const std::vector<char *> environment = pointersTo(start.environment);
  const SpawnPlan plan(start);
  pid_t id = -1;
  const int code =
      ::posix_spawnp(&id, words.front(), plan.actions(), plan.attributes(), words.data(),
                     start.environment.empty() ? environ : environment.data());
  if (code != 0)
    return fail(ErrorCode::Io, std::string("cannot run it: ") + std::strerror(code),
                start.words.front());
  return ChildProcess(id, start.group);
}

ChildProcess::ChildProcess(pid_t id, ChildGroup group)
    : m_id(id), m_group(group), m_end(static_cast<int>(::syscall(SYS_pidfd_open, id, 0))) {}

ChildProcess::ChildProcess(ChildProcess &&other) noexcept
    : m_id(std::exchange(other.m_id, -1)), m_group(other.m_group), m_end(std::move(other.m_end)),
      m_status(other.m_status) {}

ChildProcess::~ChildProcess() {
  if (m_id < 0 || m_status)
    return;
  kill(SIGKILL);
  wait();
}

void ChildProcess::kill(int signal) {
  // After wait() the id may belong to another process.
  if (!m_status)
    ::kill(m_group == ChildGroup::OwnSession ? -m_id : m_id, signal);
}

ExitStatus ChildProcess::wait() {
  int status = 0;
  while (!m_status)
    if (::waitpid(m_id, &status, 0) >= 0 || errno != EINTR)
      m_status = exitStatusOf(status);
  return *m_status;
}

bool ChildProcess::hasEndedBefore(SteadyClock::time_point deadline) const {
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SteadyClock::now());
    siginfo_t ended{};
    if (::waitid(P_PID, static_cast<id_t>(m_id), &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
        ended.si_pid == m_id)
      return true;
    if (left.count() <= 0)
      return false;
    if (!m_end.isOpen()) {
      std::this_thread::sleep_for(std::min(left, std::chrono::milliseconds(5)));
      continue;
    }
    pollfd entry{m_end.get(), POLLIN, 0};
    ::poll(&entry, 1, static_cast<int>(std::min<int64_t>(left.count(), 3'600'000)));
  }
}

std::optional<ExitStatus> ChildProcess::waitFor(std::chrono::milliseconds limit) {
  if (!m_status && !hasEndedBefore(SteadyClock::now() + limit))
    return std::nullopt;
  return wait();
}

Result<PipedChild> startPiped(ChildStart start, bool capturesErrors) {
  PSTUDIO_TRY_ASSIGN(Pipe toChild, makePipe());
  PSTUDIO_TRY_ASSIGN(Pipe fromChild, makePipe());
  Pipe errors;
  if (capturesErrors) {
    PSTUDIO_TRY_ASSIGN(errors, makePipe());
  }
  start.input = toChild.readEnd.get();
  start.output = fromChild.writeEnd.get();
  start.error = errors.writeEnd.get();
  PSTUDIO_TRY_ASSIGN(ChildProcess process, ChildProcess::start(start));
  return PipedChild{std::move(process), std::move(toChild.writeEnd), std::move(fromChild.readEnd),
                    std::move(errors.readEnd)};
}

} // namespace pstudio
