// SPDX-License-Identifier: Apache-2.0
// The tracks of a Chrome trace: processes and threads, or kernels and warps where Triton Proton
// wrote it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/chrome_json/json_event.h"
#include "core/trace/trace_builder.h"

namespace pstudio {

/// Finds or plans the track of each event. Names and orders may come after the events, so the
/// tracks are added to the builder at the end; the ids given out are valid then. [not thread-safe]
class JsonTracks {
public:
  explicit JsonTracks(TraceBuilder &builder) : m_builder(builder) {}

  /// The thread of an event, within its process where it names one.
  TrackId thread(const JsonEvent &event);
  /// The thread of a sample, which may name no process: the one known thread of that number.
  TrackId threadOfSample(const JsonEvent &event);
  /// The process of an event; a track for the whole trace if it names none.
  TrackId process(const JsonEvent &event);
  /// The track of the whole trace.
  TrackId global();
  /// A counter or an async track, found again by `key`.
  TrackId named(TrackId parent, TrackKind kind, std::string_view name, const std::string &key);

  /// The warp, if the event is named the way Triton Proton does: pid "<kernel> Core<sm> CTA<cta>",
  /// tid "warp <w> (line <n>)". Kernel, launch, SM and CTA are planned with it, and the clock of 1
  /// GHz.
  std::optional<TrackId> tritonWarp(const JsonEvent &event);
  /// Tracks planned so far.
  uint32_t count() const { return static_cast<uint32_t>(m_planned.size()); }
  bool hasTriton() const { return m_clock.isValid(); }

  /// Reads a metadata event ("process_name", "thread_sort_index" and similar): the name or the
  /// order of a track.
  void describe(const JsonEvent &metadata);
  /// Adds all planned tracks. Call once, after the last event.
  void addAll();

private:
  struct Planned {
    Track track;
    int64_t rank = 0;
    StringId label{}; ///< of a process: "GPU 0"
  };
  struct TritonPlace {
    std::string kernel;
    int64_t sm = 0;
    int64_t cta = 0;
  };
  /// pid and tid; valid until the next key.
  const std::string &placeKey(const JsonEvent &event);
  TrackId plan(TrackId parent, TrackKind kind, std::string_view name, int64_t number, int64_t rank);
  TrackId planTriton(TrackId parent, TrackKind kind, const std::string &key, std::string_view name,
                     int64_t number);
  TrackId planTritonCta(const TritonPlace &place);
  TrackId planTritonLaunch(const std::string &kernel);
  static std::optional<TritonPlace> readTritonPid(std::string_view pid);
  static std::optional<int64_t> readTritonTid(std::string_view tid);

  TraceBuilder &m_builder;
  std::string m_key;              // to look up
  std::vector<Planned> m_planned; // by TrackId
  std::unordered_map<std::string, TrackId> m_processes, m_threads, m_named, m_triton;
  std::unordered_map<std::string, TrackId> m_sampledThreads; // by tid, where there is no pid
  std::unordered_map<std::string, TrackId> m_tritonWarps;    // by pid and tid; none: not Triton's
  TrackId m_global;
  ClockId m_clock;
};

} // namespace pstudio
