// SPDX-License-Identifier: Apache-2.0
// The user's callbacks in a run: their code, and the buffer that they work on.
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

/// The functions that the specification's mode names, compiled for its target; null if it names
/// none. InvalidInput if there is no file of them; errors of compileCallbacks().
Result<std::shared_ptr<const CallbackCode>> callbackCodeOf(const RunSpec &spec,
                                                           ProgressSink &progress);

/// The buffer of the callbacks. Move-only. [one thread]
class CallbackBuffer {
public:
  /// For the specification's launch, and known to `target`; without callbacks there is none, and
  /// the target forgets the one before. RunFailed if there is no memory, errors of
  /// makeHostBuffer().
  static Result<CallbackBuffer> make(const RunSpec &spec, RunTarget &target);

  /// Gives it its initial values, before each launch.
  void reset();
  /// What the last launch left, once the target has fetched it; null without callbacks.
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
