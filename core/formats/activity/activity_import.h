// SPDX-License-Identifier: Apache-2.0
// Processes with threads, and GPUs with streams: the tracks that every GPU profiler shows.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/activity/call_links.h"
#include "core/trace/trace_builder.h"

namespace pstudio::activity {

/// A thread of the host. `process` is a key that separates processes of several machines.
struct HostPlace {
  uint64_t process = 0;
  int64_t pid = 0;
  int64_t tid = 0;
};

/// A stream or a queue of a GPU.
struct StreamPlace {
  int64_t device = 0;
  uint64_t process = 0; ///< key as HostPlace
  int64_t pid = 0;
  int64_t context = -1; ///< -1: streams are directly below the device
  int64_t stream = 0;
  auto operator<=>(const StreamPlace &) const = default;
};

/// Begin and end on the clock of the profiler; no end: the event was open when the recording ended.
struct EventTime {
  int64_t beginNs = 0;
  std::optional<int64_t> endNs;
};

/// The rows of a thread, in the order in which they are shown.
enum class HostRow : uint8_t { Markers, Calls, Libraries, Memory, Other, OperatingSystem };

/// Name and arguments of an event.
struct EventFacts {
  StringId name;
  StringId category;
  ArgSetId args;
};

/// Makes tracks as they are needed, and counts events whose time makes no sense. Names come first.
/// [not thread-safe]
class ActivityImport {
public:
  /// `origin`: the time of the profiler's clock that becomes 0 of the trace.
  ActivityImport(TraceBuilder &trace, Nanoseconds origin) : m_trace(trace), m_origin(origin) {}

  void nameProcess(uint64_t process, std::string_view name);
  void nameThread(uint64_t process, int64_t tid, std::string_view name);
  /// The whole label of a device, "GPU 0: NVIDIA H200".
  void nameDevice(int64_t device, std::string_view label);

  /// A row of a thread, "CUDA API"; of its process if the tid is 0. `kind`: Group, or Async for
  /// events that overlap. `order`: among the rows of the same meaning, 0 to 9.
  TrackId hostRow(const HostPlace &place, HostRow row, std::string_view name,
                  TrackKind kind = TrackKind::Group, int64_t order = 0);
  /// The lanes of a stream.
  TrackId streamRow(const StreamPlace &place, std::string_view name);
  /// The lanes of the context of a stream, or of its device, for events of no stream.
  TrackId contextRow(const StreamPlace &place, std::string_view name);
  /// A counter of a device.
  TrackId counterRow(int64_t device, std::string_view name, std::string_view unit);

  /// Nothing if the time is too far from the origin.
  std::optional<BuilderSlice> addSlice(TrackId track, const EventTime &time,
                                       const EventFacts &facts, uint8_t flags = 0);
  void addInstant(TrackId track, int64_t timeNs, const EventFacts &facts);
  void addSample(TrackId track, int64_t timeNs, double value);
  CallLinks &links() { return m_links; }

  /// Ends open slices with the last event, connects calls and work, and notes what was left out.
  /// Call last.
  void finish();

private:
  struct Open {
    BuilderSlice slice;
    Picoseconds begin;
  };
  struct RowKey {
    TrackId parent;
    int64_t number = 0;
    std::string name;
    auto operator<=>(const RowKey &) const = default;
  };
  std::optional<Picoseconds> at(int64_t ns);
  TrackId process(uint64_t key, int64_t pid);
  TrackId thread(const HostPlace &place);
  TrackId device(int64_t number);
  TrackId context(const StreamPlace &place);
  TrackId row(TrackId parent, TrackKind kind, std::string_view name, int64_t number, int64_t rank);

  TraceBuilder &m_trace;
  const Nanoseconds m_origin;
  CallLinks m_links;
  std::map<uint64_t, std::string> m_processNames;
  std::map<std::pair<uint64_t, int64_t>, std::string> m_threadNames;
  std::map<int64_t, std::string> m_deviceLabels;
  std::map<uint64_t, TrackId> m_processes;
  std::map<std::pair<uint64_t, int64_t>, TrackId> m_threads;
  std::map<int64_t, TrackId> m_devices;
  std::map<RowKey, TrackId> m_rows;
  std::vector<Open> m_open;
  Picoseconds m_last{INT64_MIN};
  uint64_t m_outOfRange = 0;
  uint64_t m_backInTime = 0;
};

} // namespace pstudio::activity
