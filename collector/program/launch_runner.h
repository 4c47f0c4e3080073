// SPDX-License-Identifier: Apache-2.0
// The launches of a program, some of which overlap; each goes to the trace.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "collector/collector.h"
#include "collector/program/host/call_site.h"
#include "collector/program/device_memory.h"
#include "collector/program/prepared_kernels.h"
#include "collector/program/program_device.h"
#include "collector/program/run_clock.h"
#include "collector/program/stream_order.h"
#include "collector/session/launch/launcher.h"
#include "core/trace/trace_builder.h"

namespace pstudio::program {

/// `error` with the place of what host code asked for, unless it tells one already.
Error locatedAt(Error error, const std::string &place);

/// Launches are queued where host code says so and may overlap, where the device can do that. A
/// launch whose stream waits for an event of another stream waits here, on the host. Launches go to
/// the trace in the order in which they were made, when all that overlap have ended, which is at
/// the first moment when host code has waited for all of them. An error of a launch is that of the
/// call that waits for it, with the place of the launch. [one thread]
class LaunchRunner {
public:
  /// The references must outlive this.
  LaunchRunner(const ProgramSpec &spec, ProgramDevice &device, RunClock &clock, Stages &stages,
               const CollectOptions &options);
  ~LaunchRunner();

  void setParts(std::vector<KernelModuleText> kernelModules, std::vector<CallSite> sites);

  Result<void> openStream(void *stream);
  void closeStream(void *stream);
  /// Starts a launch. Errors of KernelModule and RunTarget, and of launches that it waits for.
  Result<void> launch(const LaunchRequest &request, const DeviceMemory &memory);
  /// Waits for what the stream's or event's next work comes after, or for everything.
  Result<void> waitForStream(void *stream) { return waitFor(m_order.ofStream(stream)); }
  Result<void> waitForEvent(void *event) { return waitFor(m_order.ofEvent(event)); }
  Result<void> waitForAll();
  StreamOrder &order() { return m_order; }

  /// "file:line:column" of a call site, or empty.
  std::string placeOf(uint32_t site) const;

  TraceBuilder &trace() { return m_trace; }
  uint64_t launchCount() const { return m_launchCount; }
  /// As PreparedKernels::writeKept().
  Result<void> writeKept() { return m_kernels.writeKept(); }

private:
  /// A launch that was started and is not in the trace yet.
  struct PendingLaunch {
    StreamOrder::Launch number = 0;
    LaunchLane *lane = nullptr;
    LaunchRole role; ///< without its stream
    void *stream = nullptr;
    std::optional<uint32_t> streamNumber; ///< that a trace shows
    bool hasEnded = false;
  };

  /// Compiles ahead, and takes memory for, launches that may come while others run.
  Result<void> prepareAhead();
  Result<void> reserve(const PlannedLaunch &planned, std::vector<LaunchLane *> &reserved);
  Result<void> start(PreparedKernel &kernel, const LaunchRequest &request,
                     std::vector<DeviceWord> words);
  /// Waits for those of them that are pending.
  Result<void> waitFor(const StreamOrder::Launches &launches);
  void end(PendingLaunch &launch);
  Result<void> finishAll();
  Result<void> finish(const PendingLaunch &launch);
  LaunchRole roleOf(const PendingLaunch &launch) const;

  ProgramDevice &m_device;
  RunClock &m_clock;
  ProgressSink &m_progress;
  std::vector<CallSite> m_sites;
  std::map<std::string, uint32_t> m_indices; ///< of the next launch, by displayed name
  uint64_t m_launchCount = 0;                ///< that are in the trace
  StreamOrder::Launch m_next = 0;
  StreamOrder m_order;
  std::vector<PendingLaunch> m_pending; ///< in the order of their starts
  std::map<void *, uint32_t> m_streams; ///< the open ones, with the numbers that a trace shows
  uint32_t m_streamCount = 0;
  bool m_hasOverlappingStreams = false; ///< at any time
  bool m_isPreparedAhead = false;
  TraceBuilder m_trace;
  PreparedKernels m_kernels; ///< goes before what it refers to
};

} // namespace pstudio::program
