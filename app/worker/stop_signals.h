// SPDX-License-Identifier: Apache-2.0
// SIGINT, SIGTERM and SIGHUP as a descriptor instead of an interruption.
#pragma once

#include <csignal>

#include "core/process/pipe.h"

namespace pstudio::cli {

/// Requests to stop a run; the second one demands it at once. [thread: that of the implementation]
class StopSource {
public:
  virtual ~StopSource() = default;
  virtual int descriptor() const = 0; ///< readable when take() has something
  /// Takes one request that has come; 0 if none has.
  virtual int take() = 0;
};

/// Blocks SIGINT, SIGTERM and SIGHUP in the calling thread during its lifetime and provides them as
/// a descriptor. Construct it before other threads start. [thread: main]
class StopSignals final : public StopSource {
public:
  static Result<StopSignals> make();
  StopSignals(StopSignals &&) = default;
  ~StopSignals() override;

  int descriptor() const override { return m_descriptor.get(); }
  int take() override; ///< the signal's number

private:
  StopSignals() = default;
  Descriptor m_descriptor;
  sigset_t m_previous{};
};

} // namespace pstudio::cli
