// SPDX-License-Identifier: Apache-2.0
// The user's callbacks in a run: their code and their buffer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "collector/callbacks/callback_code.h"
#include "collector/session/run_target.h"
#include "core/run/host_buffer.h"
#include "core/run/run_spec.h"

namespace pstudio {

/// The callback functions that the specification's mode names, compiled for its target; null if it
/// names none. InvalidInput if the specification has no callback file; errors of
/// compileCallbacks().
Result<std::shared_ptr<const CallbackCode>> callbackCodeOf(const RunSpec &spec,
                                                           ProgressSink &progress);

/// The buffer of the callbacks. Move-only. [one thread]
class CallbackBuffer {
public:
  /// Creates the buffer for the specification's launch and passes it to
  /// RunTarget::setCallbackBuffer(). Without callbacks there is no buffer, and the target discards
  /// its previous one. RunFailed if there is not enough memory; errors of makeHostBuffer().
  static Result<CallbackBuffer> make(const RunSpec &spec, RunTarget &target);

  /// Restores the initial values. Call it before each launch.
  void reset();
  /// Values after the last launch, once the target has fetched them; null without callbacks.
  const HostBuffer *values() const { return m_values ? &*m_values : nullptr; }
  /// Writes the values to the specification's file, if it names one, and prints them as a table.
  Result<void> report(const RunSpec &spec, ProgressSink &progress) const;

private:
  CallbackBuffer() = default;
  std::optional<HostBuffer> m_values;
  std::vector<std::byte> m_initial;
};

/// Sum, largest value and the first rows that are not 0, for the output of the run.
std::string tableOf(const HostBuffer &values);

} // namespace pstudio
