// SPDX-License-Identifier: Apache-2.0
#include "app/cli/child_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pstudio::cli {
namespace {

/// What posix_spawn needs to know, freed whatever happens.
class SpawnPlan {
public:
  SpawnPlan(int childInput, int childOutput) {
    ::posix_spawn_file_actions_init(&m_actions);
    ::posix_spawnattr_init(&m_attributes);
    ::posix_spawn_file_actions_adddup2(&m_actions, childInput, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&m_actions, childOutput, STDOUT_FILENO);
    // The parent blocks signals to read them from a descriptor; the child inherits only the block
    // of SIGINT.
    sigset_t blocked;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGINT);
    ::posix_spawnattr_setsigmask(&m_attributes, &blocked);
    ::posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETSIGMASK);
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

} // namespace

Result<ChildProcess> ChildProcess::start(const std::filesystem::path &program,
                                         const std::vector<std::string> &arguments) {
  PSTUDIO_TRY_ASSIGN(Pipe toChild, makePipe());
  PSTUDIO_TRY_ASSIGN(Pipe fromChild, makePipe());
  std::vector<std::string> texts{program.string()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  std::vector<char *> pointers;
  for (std::string &text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);

  const SpawnPlan plan(toChild.readEnd.get(), fromChild.writeEnd.get());
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, program.c_str(), plan.actions(), plan.attributes(),
                                  pointers.data(), environ);
  if (error != 0)
    return fail(ErrorCode::Io,
                std::string("cannot start the worker process: ") + std::strerror(error),
                program.string());
  return ChildProcess(pid, std::move(toChild.writeEnd), std::move(fromChild.readEnd));
}

ChildProcess::ChildProcess(ChildProcess &&other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)), m_input(std::move(other.m_input)),
      m_output(std::move(other.m_output)), m_status(other.m_status) {}

ChildProcess::~ChildProcess() {
  if (m_pid < 0 || m_status)
    return;
  kill(SIGKILL);
  wait();
}

void ChildProcess::kill(int signal) {
  // After wait() the id may belong to somebody else.
  if (!m_status)
    ::kill(m_pid, signal);
}

ExitStatus ChildProcess::wait() {
  if (m_status)
    return *m_status;
  int status = 0;
  while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {
  }
  m_status = ExitStatus{WIFEXITED(status) ? WEXITSTATUS(status) : 0,
                        WIFSIGNALED(status) ? WTERMSIG(status) : 0};
  return *m_status;
}

} // namespace pstudio::cli
