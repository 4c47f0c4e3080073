// SPDX-License-Identifier: Apache-2.0
// The launches of a compiled kernel, from their start to their records in a trace.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/collector.h"
#include "collector/session/launch/drain_logs.h"
#include "collector/session/launch/kept_captures.h"
#include "collector/session/compile/kernel_compile.h"
#include "collector/session/launch/profile_buffer.h"
#include "collector/session/run_target.h"
#include "collector/session/stages.h"
#include "core/run/run_spec.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// The files that all launches of a run write besides the trace.
struct LaunchFiles {
  explicit LaunchFiles(const CollectOptions &options)
      : drainFolder(options.drainFolder), captures(options.keepCapture) {}

  const std::filesystem::path drainFolder; ///< as DrainLogs::in()
  std::optional<DrainLogs> logs;           ///< none until a kernel is streamed
  KeptCaptures captures;
};

/// One launch among the others of its run.
struct LaunchRole {
  uint32_t index = 0;     ///< among the recorded launches of the kernel
  uint32_t log = 0;       ///< names its drain log
  bool isRecorded = true; ///< false for a warm-up
  uint64_t queue = 0;     ///< as LaunchOrder::queue
  std::string kernel;     ///< the name in the trace; empty: that of the specification
  std::string callSite;   ///< "file:line:column" in the host code of a program; else empty
  std::vector<record::LaunchFact> facts; ///< besides those of the kernel and the target
};

/// Launches one kernel on one target, one launch at a time: allocate(), then launch() or its steps
/// start(), wait(), finish() and decode(), all with the same role. Launches of several launchers
/// overlap between start() and wait(). [one thread]
class Launcher {
public:
  /// The references must outlive this.
  Launcher(const RunSpec &spec, RunTarget &target, const CompiledKernel &kernel, LaunchFiles &files,
           Stages &stages)
      : m_spec(spec), m_target(target), m_kernel(kernel), m_files(files), m_stages(stages) {}

  /// The memory that the records of a launch with the specification's grid need. Errors of
  /// checkSampling() and profileBytes().
  Result<RecordMemory> neededMemory() const;
  /// The memory that the last allocate() reserved.
  const RecordMemory &memory() const { return m_memory; }
  /// Reserves neededMemory() on the host and on the target. RunFailed if there is not enough;
  /// Unsupported if streamed records are to be kept as a capture.
  Result<void> allocate();
  /// Logs how many records a launch keeps, if the mode may drop some.
  void logCapacity() const;

  const InstrumentedKernel &kernel() const { return m_kernel.kernel; }
  bool recordsAnything() const { return kernel().unitCount != 0; }

  /// Launches, waits and adds the records to the trace: the stages launch and decode. Returns the
  /// duration as finish() does. Errors of the steps below; Cancelled between the stages.
  Result<std::string> launch(const LaunchRole &role, TraceBuilder &trace);

  /// Errors of RunTarget::launch().
  Result<void> start(const LaunchRole &role, const TraceInfo &info);
  void wait() { m_target.wait(*m_launch); }
  /// Returns the duration of the kernel, in the words of the target. The first launch sets the
  /// origin of the trace. If the launch failed: its error, with a note and the available records
  /// in the trace.
  Result<std::string> finish(const LaunchRole &role, TraceBuilder &trace);
  /// Adds the launch and its records to the trace.
  Result<void> decode(const LaunchRole &role, TraceBuilder &trace);

private:
  Result<void> keepPartialTrace(const LaunchRole &role, Error &failure, TraceBuilder &trace);
  Result<std::unique_ptr<StreamDrainer>> drain(std::span<std::byte> blocks, const LaunchRole &role,
                                               const DeviceLaunch &launch, const TraceInfo &info);
  record::LaunchCapture describe(const LaunchRole &role, const DeviceLaunch &launch) const;

  const RunSpec &m_spec;
  RunTarget &m_target;
  const CompiledKernel &m_kernel;
  LaunchFiles &m_files;
  Stages &m_stages;
  RecordMemory m_memory;
  std::optional<ProfileBuffer> m_profile; ///< none if the kernel has no records
  std::unique_ptr<DeviceLaunch> m_launch; ///< the last one; null before the first
};

} // namespace pstudio
