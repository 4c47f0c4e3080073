// SPDX-License-Identifier: Apache-2.0
// A child process with pipes to its standard input and from its standard output.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "app/worker/file_descriptor.h"
#include "core/worker/exit_status.h"

namespace pstudio::cli {

/// How a child is started.
struct ChildOptions {
  /// Added to the parent's environment; they replace variables of the same name.
  std::map<std::string, std::string> environment = {};
  /// It has no terminal, so that it cannot prompt; kill() ends it with all its children.
  bool hasOwnSession = false;
  bool capturesErrors = false; ///< its standard error is errors(), else the parent's
};

/// Runs until it ends by itself or the destructor kills it. SIGINT is blocked in the
/// child, so that only the parent handles Ctrl-C at a terminal. [not thread-safe]
class ChildProcess {
public:
  /// Searches PATH for a program without a '/'. Io if it cannot be started.
  static Result<ChildProcess> start(const std::filesystem::path &program,
                                    const std::vector<std::string> &arguments,
                                    const ChildOptions &options = {});

  ChildProcess(ChildProcess &&other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  ~ChildProcess();

  FileDescriptor &input() { return m_input; }   ///< write here what the child reads
  FileDescriptor &output() { return m_output; } ///< read here what the child writes
  FileDescriptor &errors() { return m_errors; } ///< its standard error; closed if not captured

  void kill(int signal);
  /// Blocks until the child has ended. May be called again.
  ExitStatus wait();
  /// As wait(), if it ends within that time.
  std::optional<ExitStatus> waitFor(std::chrono::milliseconds limit);

private:
  ChildProcess(pid_t pid, bool hasOwnSession, FileDescriptor input, FileDescriptor output,
               FileDescriptor errors)
      : m_pid(pid), m_hasOwnSession(hasOwnSession), m_input(std::move(input)),
        m_output(std::move(output)), m_errors(std::move(errors)) {}

  pid_t m_pid = -1;
  bool m_hasOwnSession = false;
  FileDescriptor m_input;
  FileDescriptor m_output;
  FileDescriptor m_errors;
  std::optional<ExitStatus> m_status;
};

} // namespace pstudio::cli
