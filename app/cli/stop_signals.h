// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and polite termination as something to wait for, instead of something that interrupts.
#pragma once

#include <csignal>

#include "app/cli/file_descriptor.h"

namespace pstudio::cli {

/// Blocks SIGINT, SIGTERM and SIGHUP in the calling thread for its lifetime and offers them as a
/// descriptor. Make it before other threads start. [thread: main]
class StopSignals {
public:
  static Result<StopSignals> make();
  StopSignals(StopSignals &&) = default;
  ~StopSignals();

  int descriptor() const { return m_descriptor.get(); } ///< readable when a signal has arrived
  /// Takes one signal that has arrived; 0 if none has.
  int take();

private:
  StopSignals() = default;
  FileDescriptor m_descriptor;
  sigset_t m_previous{};
};

} // namespace pstudio::cli
