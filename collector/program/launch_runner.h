// SPDX-License-Identifier: Apache-2.0
// Runs the launches of a program, which may overlap, and adds each of them to the trace.
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

/// `error` with the place of the call in host code. If it already has a place, `place` is appended
/// to the message.
Error locatedAt(Error error, const std::string &place);

/// A launch is queued in the stream that host code selects. Launches may overlap if the device
/// supports it. A launch whose stream waits for an event of another stream waits here, on the host.
/// Launches are added to the trace in the order of their calls, when all overlapping launches have
/// ended: as soon as host code has waited for all of them. The call that waits for a launch returns
/// the error of the launch, with the place of the launch. [one thread]
class LaunchRunner {
public:
  /// The references must outlive this object.
  LaunchRunner(const ProgramSpec &spec, ProgramDevice &device, RunClock &clock, Stages &stages,
               const CollectOptions &options);
  ~LaunchRunner();

  void setParts(std::vector<KernelModuleText> kernelModules, std::vector<CallSite> sites);

  Result<void> openStream(void *stream);
  void closeStream(void *stream);
  /// Starts a launch. Errors of KernelModule and RunTarget, and of launches that it waits for
  /// first.
  Result<void> launch(const LaunchRequest &request, const DeviceMemory &memory);
  /// Waits for the launches that precede the next work of the stream or event, or for all launches.
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
  /// A started launch that is not in the trace yet.
  struct PendingLaunch {
    StreamOrder::Launch number = 0;
    LaunchLane *lane = nullptr;
    LaunchRole role; ///< without its stream
    void *stream = nullptr;
    std::optional<uint32_t> streamNumber; ///< number of the stream in a trace
    bool hasEnded = false;
  };

  /// Compiles kernels and reserves memory in advance for launches that may start while others run.
  Result<void> prepareAhead();
  Result<void> reserve(const PlannedLaunch &planned, std::vector<LaunchLane *> &reserved);
  Result<void> start(PreparedKernel &kernel, const LaunchRequest &request,
                     std::vector<DeviceWord> words);
  /// Waits for the launches in `launches` that are pending.
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
  uint64_t m_launchCount = 0;                ///< number of launches in the trace
  StreamOrder::Launch m_next = 0;
  StreamOrder m_order;
  std::vector<PendingLaunch> m_pending; ///< in the order of their starts
  std::map<void *, uint32_t> m_streams; ///< open streams, with their numbers in a trace
  uint32_t m_streamCount = 0;
  bool m_hasOverlappingStreams = false; ///< true if several streams were open at any time
  bool m_isPreparedAhead = false;
  TraceBuilder m_trace;
  PreparedKernels m_kernels; ///< destroyed before the members that it refers to
};

} // namespace pstudio::program
