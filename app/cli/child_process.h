// SPDX-License-Identifier: Apache-2.0
// A child process with pipes to its standard input and from its standard output.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

#include "app/cli/file_descriptor.h"

namespace pstudio::cli {

/// How a child ended.
struct ExitStatus {
  int exitCode = 0; ///< valid if signal is 0
  int signal = 0;   ///< the signal that ended it, or 0
};

/// Runs until it ends by itself or this object goes, which kills it. Standard error is shared with
/// the parent; SIGINT is blocked in the child, so that Ctrl-C at a terminal is the parent's to
/// handle. [not thread-safe]
class ChildProcess {
public:
  static Result<ChildProcess> start(const std::filesystem::path &program,
                                    const std::vector<std::string> &arguments);

  ChildProcess(ChildProcess &&other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  ~ChildProcess();

  FileDescriptor &input() { return m_input; }   ///< write here what the child reads
  FileDescriptor &output() { return m_output; } ///< read here what the child writes

  void kill(int signal);
  /// Blocks until the child has ended. May be asked again.
  ExitStatus wait();

private:
  ChildProcess(pid_t pid, FileDescriptor input, FileDescriptor output)
      : m_pid(pid), m_input(std::move(input)), m_output(std::move(output)) {}

  pid_t m_pid = -1;
  FileDescriptor m_input;
  FileDescriptor m_output;
  std::optional<ExitStatus> m_status;
};

} // namespace pstudio::cli
