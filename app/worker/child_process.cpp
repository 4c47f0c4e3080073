// SPDX-License-Identifier: Apache-2.0
#include "app/worker/child_process.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>
#include <thread>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pstudio::cli {
namespace {

/// The parameters of posix_spawn.
class SpawnPlan {
public:
  SpawnPlan(int childInput, int childOutput, int childErrors, bool hasOwnSession) {
    ::posix_spawn_file_actions_init(&m_actions);
    ::posix_spawnattr_init(&m_attributes);
    ::posix_spawn_file_actions_adddup2(&m_actions, childInput, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&m_actions, childOutput, STDOUT_FILENO);
    if (childErrors >= 0)
      ::posix_spawn_file_actions_adddup2(&m_actions, childErrors, STDERR_FILENO);
    // The parent blocks signals to read them from a descriptor; the child inherits only the block
    // of SIGINT.
    sigset_t blocked;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGINT);
    ::posix_spawnattr_setsigmask(&m_attributes, &blocked);
    ::posix_spawnattr_setflags(
        &m_attributes,
        static_cast<short>(POSIX_SPAWN_SETSIGMASK | (hasOwnSession ? POSIX_SPAWN_SETSID : 0)));
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
std::vector<char *> pointersTo(std::vector<std::string> &texts) {
  std::vector<char *> pointers;
  for (std::string &text : texts)
    pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// This process's variables, replaced and followed by these.
std::vector<std::string> environmentWith(const std::map<std::string, std::string> &more) {
  std::vector<std::string> variables;
  for (char **variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text = *variable;
    if (!more.contains(std::string(text.substr(0, text.find('=')))))
      variables.emplace_back(text);
  }
  for (const auto &[name, value] : more)
    variables.push_back(name + "=" + value);
  return variables;
}

ExitStatus exitStatusOf(int status) {
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0};
}

} // namespace

Result<ChildProcess> ChildProcess::start(const std::filesystem::path &program,
                                         const std::vector<std::string> &arguments,
                                         const ChildOptions &options) {
  PSTUDIO_TRY_ASSIGN(Pipe toChild, makePipe());
  PSTUDIO_TRY_ASSIGN(Pipe fromChild, makePipe());
  Pipe errors;
  if (options.capturesErrors) {
    PSTUDIO_TRY_ASSIGN(errors, makePipe());
  }
  std::vector<std::string> texts{program.string()};
  texts.insert(texts.end(), arguments.begin(), arguments.end());
  const std::vector<char *> argumentPointers = pointersTo(texts);
  std::vector<std::string> variables = environmentWith(options.environment);
  const std::vector<char *> variablePointers = pointersTo(variables);

  const SpawnPlan plan(toChild.readEnd.get(), fromChild.writeEnd.get(), errors.writeEnd.get(),
                       options.hasOwnSession);
  pid_t pid = -1;
  const int error = ::posix_spawnp(&pid, program.c_str(), plan.actions(), plan.attributes(),
                                   argumentPointers.data(), variablePointers.data());
  if (error != 0)
    return fail(ErrorCode::Io,
                std::string("cannot start the worker process: ") + std::strerror(error),
                program.string());
  return ChildProcess(pid, options.hasOwnSession, std::move(toChild.writeEnd),
                      std::move(fromChild.readEnd), std::move(errors.readEnd));
}

ChildProcess::ChildProcess(ChildProcess &&other) noexcept
    : m_pid(std::exchange(other.m_pid, -1)), m_hasOwnSession(other.m_hasOwnSession),
      m_input(std::move(other.m_input)), m_output(std::move(other.m_output)),
      m_errors(std::move(other.m_errors)), m_status(other.m_status) {}

ChildProcess::~ChildProcess() {
  if (m_pid < 0 || m_status)
    return;
  kill(SIGKILL);
  wait();
}

void ChildProcess::kill(int signal) {
  // After wait() the id may belong to another process.
  if (!m_status)
    ::kill(m_hasOwnSession ? -m_pid : m_pid, signal);
}

ExitStatus ChildProcess::wait() {
  int status = 0;
  while (!m_status)
    if (::waitpid(m_pid, &status, 0) >= 0 || errno != EINTR)
      m_status = exitStatusOf(status);
  return *m_status;
}

std::optional<ExitStatus> ChildProcess::waitFor(std::chrono::milliseconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  int status = 0;
  while (!m_status && ::waitpid(m_pid, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() >= deadline)
      return std::nullopt;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (!m_status)
    m_status = exitStatusOf(status);
  return m_status;
}

} // namespace pstudio::cli
