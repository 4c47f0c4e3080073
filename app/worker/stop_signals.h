// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and polite termination as something to wait for, instead of something that interrupts.
#pragma once

#include <csignal>

#include "app/worker/file_descriptor.h"

namespace pstudio::cli {

/// Asks a run to stop, and a second time to stop at once. [thread: as its maker says]
class StopSource {
public:
  virtual ~StopSource() = default;
  virtual int descriptor() const = 0; ///< readable when take() has something
  /// Takes one request that has come; 0 if none has.
  virtual int take() = 0;
};

/// Blocks SIGINT, SIGTERM and SIGHUP in the calling thread for its lifetime and offers them as a
/// descriptor. Make it before other threads start. [thread: main]
class StopSignals final : public StopSource {
public:
  static Result<StopSignals> make();
  StopSignals(StopSignals &&) = default;
  ~StopSignals() override;

  int descriptor() const override { return m_descriptor.get(); }
  int take() override; ///< the signal's number

private:
  StopSignals() = default;
  FileDescriptor m_descriptor;
  sigset_t m_previous{};
};

} // namespace pstudio::cli
