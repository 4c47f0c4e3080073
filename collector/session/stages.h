// SPDX-License-Identifier: Apache-2.0
// The stages of a run, reported to its ProgressSink.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pstudio {

class ProgressSink;

/// Reports stages until the run is cancelled. [one thread, except for the flag]
class Stages {
public:
  /// Both references must outlive this object.
  Stages(ProgressSink &progress, const std::atomic<bool> &cancel)
      : m_progress(progress), m_cancel(cancel) {}

  /// Reports the start of a stage to the ProgressSink. Cancelled if the run was stopped.
  Result<void> begin(std::string_view name);

  /// The stage that was begun last; empty before the first.
  const std::string &latest() const { return m_latest; }
  ProgressSink &progress() const { return m_progress; }
  const std::atomic<bool> &cancel() const { return m_cancel; }

private:
  ProgressSink &m_progress;
  const std::atomic<bool> &m_cancel;
  std::string m_latest;
};

} // namespace pstudio
