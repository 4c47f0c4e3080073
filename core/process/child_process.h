// SPDX-License-Identifier: Apache-2.0
// A child process: its start, its signals and its end.
#pragma once

#include <chrono>
#include <csignal>
#include <initializer_list>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "core/base/result.h"
#include "core/process/descriptor.h"
#include "core/process/exit_status.h"

namespace pstudio {

/// The receivers of the signals of a terminal and of kill().
enum class ChildGroup : uint8_t {
  OfParent,   ///< the terminal's signals reach the child; kill() reaches the child
  Own,        ///< the terminal's signals do not reach it
  OwnSession, ///< it has no terminal, so that it cannot prompt; kill() reaches all its children
};

struct ChildStart {
  std::vector<std::string> words;       ///< the program, searched in PATH, and its arguments
  std::vector<std::string> environment; ///< "NAME=VALUE"; empty: that of this process
  /// Its standard input, output and error; -1: those of this process.
  int input = -1, output = -1, error = -1;
  ChildGroup group = ChildGroup::Own;
  sigset_t blocked = {}; ///< signals that the child starts with blocked
};

/// A set of these signals.
sigset_t signalSet(std::initializer_list<int> signals);

/// Runs until it ends by itself or the destructor kills it. [not thread-safe]
class ChildProcess {
public:
  /// Io if the program cannot be started.
  static Result<ChildProcess> start(const ChildStart &start);

  ChildProcess(ChildProcess &&other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  ~ChildProcess();

  /// Becomes readable when the child has ended; -1 before Linux 5.3.
  int endDescriptor() const { return m_end.get(); }
  /// Nothing after wait() has returned.
  void kill(int signal);
  /// Blocks until the child has ended. May be called again.
  ExitStatus wait();
  /// As wait(), if the child ends within that time.
  std::optional<ExitStatus> waitFor(std::chrono::milliseconds limit);

private:
  ChildProcess(pid_t id, ChildGroup group);
  bool hasEndedBefore(std::chrono::steady_clock::time_point deadline) const;

  pid_t m_id = -1;
  ChildGroup m_group;
  Descriptor m_end;
  std::optional<ExitStatus> m_status;
};

/// A child with pipes of this process as standard streams.
struct PipedChild {
  ChildProcess process;
  Descriptor input;  ///< writes to the child's standard input
  Descriptor output; ///< reads its standard output
  Descriptor errors; ///< reads its standard error; closed if that is this process's
};

/// Starts the child with pipes in place of the descriptors of `start`.
Result<PipedChild> startPiped(ChildStart start, bool capturesErrors);

} // namespace pstudio
