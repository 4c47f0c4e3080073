// SPDX-License-Identifier: Apache-2.0
#include "collector/activity/activity_trace.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/base/number_text.h"

namespace pstudio::activity {
namespace {

// Siblings are ordered by rank; the kernels' own tracks have 0.
constexpr int64_t kHostRank = -2;
constexpr int64_t kDeviceRank = -1;

/// Collects arguments of one slice.
class Args {
public:
  explicit Args(TraceBuilder &trace) : m_trace(trace) {}
  Args &number(std::string_view key, uint64_t value) {
    m_args.push_back(Arg::ofUint(m_trace.intern(key), value));
    return *this;
  }
  Args &real(std::string_view key, double value) {
    m_args.push_back(Arg::ofDouble(m_trace.intern(key), value));
    return *this;
  }
  Args &text(std::string_view key, std::string_view value) {
    m_args.push_back(Arg::ofString(m_trace.intern(key), m_trace.intern(value)));
    return *this;
  }
  ArgSetId take() { return m_trace.addArgs(std::exchange(m_args, {})); }

private:
  TraceBuilder &m_trace;
  std::vector<Arg> m_args;
};

/// Bytes per nanosecond are gigabytes per second.
double gigabytesPerSecond(uint64_t bytes, const ToolTime &time) {
  const int64_t length = time.endNs - time.beginNs;
  return length > 0 ? static_cast<double>(bytes) / static_cast<double>(length) : 0.0;
}

class ActivityWriter {
public:
  ActivityWriter(const ActivityCapture &capture, TraceBuilder &trace)
      : m_capture(capture), m_trace(trace) {}

  Containment write() {
    const ActivityLog &log = m_capture.log;
    addNotes();
    if (!m_capture.clock.isKnown()) {
      m_trace.addNote(NoteCode::ActivityNoClock, {m_capture.tool},
                      log.kernels.size() + log.copies.size() + log.memsets.size() +
                          log.calls.size());
      return {};
    }
    const Containment containment = compare();
    // Calls first: arrows start at them.
    if (m_capture.shown.api)
      for (const ApiActivity &call : log.calls)
        addCall(call);
    for (const KernelActivity &kernel : log.kernels)
      addKernel(kernel);
    if (m_capture.shown.copies)
      for (const CopyActivity &copy : log.copies)
        addCopy(copy);
    if (m_capture.shown.memsets)
      for (const MemsetActivity &memset : log.memsets)
        addMemset(memset);
    addFacts(containment);
    return containment;
  }

private:
  void addNotes() {
    const ActivityLog &log = m_capture.log;
    m_trace.addNote(NoteCode::ActivityDropped, {m_capture.tool}, log.dropped);
    m_trace.addNote(NoteCode::ActivityUnfinished, {m_capture.tool}, log.unfinished);
    m_trace.addNote(NoteCode::ActivityUnknownKind, {m_capture.tool}, log.unknownKinds);
    m_trace.addNote(NoteCode::ActivityDamaged, {m_capture.tool}, log.damaged);
  }

  bool isEarly(const ToolTime &time) { return time.beginNs < m_capture.fromNs; }

  Picoseconds at(int64_t toolNs) const {
    return Picoseconds((m_capture.clock.toDevice(toolNs).value - m_trace.info().origin.value) *
                       1000);
  }

  /// The slice without its arguments; none if it belongs to the setup.
  std::optional<SliceInput> sliceOf(const ToolTime &time, std::string_view name,
                                    std::string_view category) {
    if (isEarly(time)) {
      ++m_early;
      return std::nullopt;
    }
    SliceInput slice;
    slice.name = m_trace.intern(name);
    slice.category = m_trace.intern(category);
    slice.begin = at(time.beginNs);
    // The conversion of the clock may shorten a difference, but never below 0.
    slice.duration = Picoseconds(std::max<int64_t>(0, (at(time.endNs) - slice.begin).value));
    return slice;
  }

  TrackId deviceTrack(uint32_t device) {
    const auto [found, isNew] = m_devices.try_emplace(device);
    if (isNew)
      found->second = m_trace.addTrack(TrackKind::Group,
                                       m_devices.size() == 1 ? m_capture.device
                                                             : "GPU " + std::to_string(device),
                                       TrackId(), device, kDeviceRank);
    return found->second;
  }

  TrackId streamTrack(const StreamPlace &place) {
    const auto [found, isNew] = m_streams.try_emplace(place);
    if (!isNew)
      return found->second;
    const auto [context, isNewContext] = m_contexts.try_emplace({place.device, place.context});
    if (isNewContext)
      context->second =
          m_trace.addTrack(TrackKind::Group, "context " + std::to_string(place.context),
                           deviceTrack(place.device), place.context, place.context);
    // Work of one stream can overlap (programmatic launches), and none of it contains another.
    found->second = m_trace.addTrack(TrackKind::Async, "stream " + std::to_string(place.stream),
                                     context->second, place.stream, place.stream);
    return found->second;
  }

  TrackId threadTrack(const ApiActivity &call) {
    const auto [found, isNew] = m_threads.try_emplace({call.process, call.thread});
    if (!isNew)
      return found->second;
    const auto [process, isNewProcess] = m_processes.try_emplace(call.process);
    if (isNewProcess)
      process->second =
          m_trace.addTrack(TrackKind::Process, "host", TrackId(), call.process, kHostRank);
    found->second = m_trace.addTrack(TrackKind::Thread, "driver calls", process->second,
                                     call.thread, static_cast<int64_t>(m_threads.size()));
    return found->second;
  }

  void addCall(const ApiActivity &call) {
    std::optional<SliceInput> slice = sliceOf(call.time, call.name, "api");
    if (!slice)
      return;
    slice->track = threadTrack(call);
    Args args(m_trace);
    args.number("correlation", call.correlation);
    if (call.result != 0)
      args.number("result", call.result);
    slice->args = args.take();
    m_calls[call.correlation] = m_trace.addSlice(*slice);
  }

  void addWork(const DeviceWork &work, SliceInput slice, Args &args) {
    slice.track = streamTrack(work.place);
    slice.flags = kSliceAsync;
    args.number("correlation", work.correlation);
    slice.args = args.take();
    const BuilderSlice added = m_trace.addSlice(slice);
    const auto call = m_calls.find(work.correlation);
    if (call != m_calls.end())
      m_trace.addFlow(work.correlation, call->second, added);
  }

  void addKernel(const KernelActivity &kernel) {
    if (!m_capture.shown.kernels)
      return;
    const auto role = m_capture.kernels.find(kernel.correlation);
    const bool isOwn = role != m_capture.kernels.end() && role->second.isOwn;
    std::optional<SliceInput> slice =
        sliceOf(kernel.time, kernel.name, isOwn ? "profile" : "kernel");
    if (!slice)
      return;
    Args args(m_trace);
    if (kernel.grid[0] > 0) // omits values that the tool does not report
      args.text("grid", extentsText(kernel.grid)).text("block", extentsText(kernel.block));
    if (kernel.cluster[0] > 0)
      args.text("cluster", extentsText(kernel.cluster));
    if (kernel.registersPerThread > 0)
      args.number("registers per thread", kernel.registersPerThread);
    args.number("static shared memory [bytes]", kernel.staticSharedBytes)
        .number("dynamic shared memory [bytes]", kernel.dynamicSharedBytes)
        .number("local memory per thread [bytes]", kernel.localBytesPerThread);
    if (isOwn)
      args.text("purpose", "reads the clocks of all SMs");
    else if (role != m_capture.kernels.end() && role->second.launch.isValid())
      args.number("launch of the trace", role->second.launch.value);
    addWork(kernel, *slice, args);
  }

  void addCopy(const CopyActivity &copy) {
    std::optional<SliceInput> slice = sliceOf(copy.time, "copy " + copy.direction, "copy");
    if (!slice)
      return;
    Args args(m_trace);
    args.number("bytes", copy.bytes).real("GB/s", gigabytesPerSecond(copy.bytes, copy.time));
    if (!copy.from.empty())
      args.text("from", copy.from).text("to", copy.to);
    args.text("asynchronous", copy.isAsync ? "yes" : "no");
    addWork(copy, *slice, args);
  }

  void addMemset(const MemsetActivity &memset) {
    std::optional<SliceInput> slice = sliceOf(memset.time, "memset", "memset");
    if (!slice)
      return;
    Args args(m_trace);
    args.number("bytes", memset.bytes)
        .real("GB/s", gigabytesPerSecond(memset.bytes, memset.time))
        .number("value", memset.value);
    addWork(memset, *slice, args);
  }

  Containment compare() {
    Containment containment;
    const std::vector<TimeRange> ranges = m_trace.launchRanges();
    size_t outside = 0;
    for (const KernelActivity &kernel : m_capture.log.kernels) {
      const auto role = m_capture.kernels.find(kernel.correlation);
      if (role == m_capture.kernels.end() || !role->second.launch.isValid())
        continue;
      const TimeRange &range = ranges.at(role->second.launch.value);
      if (range.isEmpty())
        continue; // nothing was recorded
      const int64_t before = (at(kernel.time.beginNs) - range.begin).value;
      const int64_t after = (range.end - at(kernel.time.endNs)).value;
      const double farthest = static_cast<double>(std::max(before, after)) / 1000.0;
      containment.outsideNs =
          containment.launches == 0 ? farthest : std::max(containment.outsideNs, farthest);
      ++containment.launches;
      outside += farthest > kContainmentToleranceNs + m_capture.clock.uncertaintyNs();
    }
    m_trace.addNote(NoteCode::ActivityOutside, {m_capture.tool}, outside);
    return containment;
  }

  /// Stores the results of the clock conversion on the device's track.
  void addFacts(const Containment &containment) {
    if (m_devices.empty())
      return;
    Args args(m_trace);
    args.text("tool", m_capture.tool)
        .number("clock.anchors", m_capture.clock.anchorCount())
        .real("clock.uncertaintyNs", m_capture.clock.uncertaintyNs())
        .text("clock.offsetNs", std::to_string(m_capture.clock.offsetNs()));
    if (m_early > 0)
      args.number("left out of setting up", m_early);
    if (containment.launches > 0)
      args.real("records.outsideKernelNs", containment.outsideNs);
    m_trace.trackAt(m_devices.begin()->second).args = args.take();
  }

  const ActivityCapture &m_capture;
  TraceBuilder &m_trace;
  std::map<uint32_t, TrackId> m_devices;
  std::map<std::pair<uint32_t, uint32_t>, TrackId> m_contexts;
  std::map<StreamPlace, TrackId> m_streams;
  std::map<uint32_t, TrackId> m_processes;
  std::map<std::pair<uint32_t, uint32_t>, TrackId> m_threads;
  std::map<uint32_t, BuilderSlice> m_calls; ///< by correlation
  uint64_t m_early = 0;
};

} // namespace

Containment addActivity(const ActivityCapture &capture, TraceBuilder &trace) {
  return ActivityWriter(capture, trace).write();
}

} // namespace pstudio::activity
