// SPDX-License-Identifier: Apache-2.0
// Child processes: the attached program, and the tools that make its twins.
#pragma once

#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

#include "collector/attach/host/descriptor.h"
#include "core/base/result.h"

namespace pstudio::attach {

/// How a child is started. Descriptors are given to it as standard input, output and error; -1:
/// those of this process.
struct ChildStart {
  std::vector<std::string> words;       ///< the program, looked for in PATH, and its arguments
  std::vector<std::string> environment; ///< "NAME=VALUE"; empty: that of this process
  int input = -1, output = -1, error = -1;
  /// True: in a process group of its own, so that signals of the terminal do not reach it.
  bool isBackground = true;
  sigset_t blocked{}; ///< signals that it starts with blocked
};

/// A started child. Nobody else may wait for it.
struct Child {
  pid_t process = -1;
  Descriptor exited; ///< readable once it has ended
};

/// Io if the program cannot be started. [thread: any]
Result<Child> startChild(const ChildStart &start);

/// Waits for it. \return its exit code, or 128 + the signal that ended it. Call once.
int reap(const Child &child);

/// Kills it if it still runs, and waits.
void killAndReap(const Child &child);

struct ChildEnd {
  int exitCode = 0;
  std::string output; ///< standard output and standard error together
};

/// Runs a program without input to its end. RunFailed if that takes longer than the limit;
/// Cancelled once `cancel` is readable (-1: never): it is killed then. [thread: any; blocks]
Result<ChildEnd> runToEnd(ChildStart start, std::chrono::milliseconds limit, int cancel);

} // namespace pstudio::attach
