// SPDX-License-Identifier: Apache-2.0
// Launches of a compiled kernel, their records in a trace, and whether their results are right.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/collector.h"
#include "collector/session/drain_logs.h"
#include "collector/session/kept_captures.h"
#include "collector/session/kernel_compile.h"
#include "collector/session/profile_buffer.h"
#include "collector/session/run_target.h"
#include "collector/session/stages.h"
#include "core/run/run_spec.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// What a launch is to its run.
struct LaunchRole {
  uint32_t index = 0;     ///< of the recorded ones
  bool isRecorded = true; ///< false for a warm-up
  bool isFirst = true;    ///< of the trace: its begin is the trace's origin
};

/// The launches of one kernel that was compiled for one target. The references must outlive this.
/// [one thread]
class KernelLaunches {
public:
  KernelLaunches(const RunSpec &spec, RunTarget &target, CompiledKernel kernel, Stages &stages,
                 const CollectOptions &options)
      : m_spec(spec), m_target(target), m_kernel(std::move(kernel)), m_stages(stages),
        m_options(options), m_kept(options.keepCapture) {}

  /// Memory for the records, here and on the target. RunFailed if there is not that much;
  /// Unsupported if streamed records are to be kept as a capture.
  Result<void> allocate();

  /// Launches and waits for the end; records go to `trace`, those of a failed launch with a note
  /// too. Errors of RunTarget, the failure of the launch, or Cancelled.
  Result<void> launch(const LaunchRole &role, TraceBuilder &trace);

  /// The records of the launches so far are in a trace: what they left on disk may go.
  void forgetRecords();

  /// How long the kernel of the last launch that ended took, as the target says it.
  const std::string &duration() const { return m_duration; }
  bool recordsAnything() const { return m_kernel.kernel.unitCount != 0; }

  /// `error` of a launch; with what would have helped where records could have been read but none
  /// had left the CTAs.
  Error withHintAtMemory(Error error) const;
  /// Writes the captures that were to be kept.
  Result<void> writeKept(const TraceInfo &info) { return m_kept.write(info, m_stages.progress()); }

private:
  Result<void> keepWhatThereIs(const LaunchReport &report, const LaunchRole &role,
                               TraceBuilder &trace);
  Result<std::unique_ptr<StreamDrainer>> drain(std::span<std::byte> blocks, const LaunchRole &role,
                                               const TraceInfo &info);
  record::LaunchCapture describeLaunch(uint32_t index) const;
  Result<void> decode(uint32_t index, TraceBuilder &trace);

  const RunSpec &m_spec;
  RunTarget &m_target;
  const CompiledKernel m_kernel;
  Stages &m_stages;
  const CollectOptions &m_options;
  std::optional<DrainLogs> m_logs;        ///< of a streamed kernel
  std::optional<ProfileBuffer> m_profile; ///< none if the kernel has no records
  KeptCaptures m_kept;
  std::string m_duration;
  bool m_hasReadPartial = false; ///< the records so far of a launch that failed
};

/// Compares what the last launch left with every check of the specification: every one is made, so
/// that all that is wrong is in the log and the trace; the first that failed is told (WrongResult).
/// The buffers must have been fetched.
Result<void> checkResults(const RunSpec &spec, const BoundArguments &arguments,
                          ProgressSink &progress, TraceBuilder &trace,
                          std::vector<CheckOutcome> &outcomes);

} // namespace pstudio
