// SPDX-License-Identifier: Apache-2.0
// posix_spawn, a pipe and a deadline.
#include "core/base/run_program.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

namespace pstudio {
namespace {

using Clock = std::chrono::steady_clock;

/// The reading and the writing end, closed when it goes.
struct Pipe {
  int ends[2] = {-1, -1};
  ~Pipe() {
    closeEnd(0);
    closeEnd(1);
  }
  void closeEnd(int which) {
    if (ends[which] >= 0)
      ::close(ends[which]);
    ends[which] = -1;
  }
};

tl::unexpected<Error> cannotStart(const std::filesystem::path &program, int code) {
  return fail(ErrorCode::Io, std::string("cannot run it: ") + std::strerror(code),
              program.string());
}

/// The process, or the error number.
Result<pid_t> spawn(const std::filesystem::path &program, const std::vector<std::string> &arguments,
                    int output) {
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  pid_t process = 0;
  const int code =
      ::posix_spawn(&process, words.front().c_str(), &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (code != 0)
    return cannotStart(program, code);
  return process;
}

/// Appends what comes until the other side closes. False if the deadline passes before.
bool readUntilClosed(int input, Clock::time_point deadline, std::string &text) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd entry{input, POLLIN, 0};
    const int ready = left > 0 ? ::poll(&entry, 1, static_cast<int>(left)) : 0;
    if (ready < 0 && errno == EINTR)
      continue;
    if (ready <= 0)
      return false;
    char bytes[4096];
    const ssize_t count = ::read(input, bytes, sizeof bytes);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return true;
    text.append(bytes, static_cast<size_t>(count));
  }
}

int waitFor(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

bool isProgram(const std::filesystem::path &path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
}

std::optional<std::filesystem::path> findOnPath(std::string_view name) {
  const char *variable = std::getenv("PATH");
  std::string_view folders = variable ? variable : "";
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    const std::filesystem::path candidate = std::filesystem::path(folder) / name;
    if (!folder.empty() && isProgram(candidate))
      return candidate;
    folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
  }
  return std::nullopt;
}

Result<ProgramOutcome> runProgram(const std::filesystem::path &program,
                                  const std::vector<std::string> &arguments,
                                  double timeLimitSeconds) {
  Pipe pipe;
  if (::pipe2(pipe.ends, O_CLOEXEC) != 0)
    return cannotStart(program, errno);
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(timeLimitSeconds));
  PSTUDIO_TRY_ASSIGN(const pid_t process, spawn(program, arguments, pipe.ends[1]));
  pipe.closeEnd(1);
  ProgramOutcome outcome;
  const bool isDone = readUntilClosed(pipe.ends[0], deadline, outcome.output);
  if (!isDone)
    ::kill(process, SIGKILL);
  outcome.exitCode = waitFor(process);
  if (!isDone)
    return fail(ErrorCode::RunFailed, "not done after " + std::to_string(timeLimitSeconds) + " s",
                program.string());
  return outcome;
}

} // namespace pstudio
