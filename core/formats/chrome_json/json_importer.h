// SPDX-License-Identifier: Apache-2.0
// Interprets the events of a Chrome trace and makes a Trace of them.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/chrome_json/flow_binder.h"
#include "core/formats/chrome_json/json_event_parser.h"
#include "core/formats/chrome_json/json_tracks.h"
#include "core/formats/import/event_applier.h"

namespace pstudio {

/// Collects the events of one file; finish() puts them in order. [not thread-safe]
class JsonImporter {
public:
  explicit JsonImporter(TraceBuilder &builder)
      : m_builder(builder), m_tracks(builder), m_argSets(builder) {}

  void add(const JsonEvent &event);
  /// Applies everything to the builder and notes what was left out. `baseTimeNs`: absolute time of
  /// the file's 0.
  void finish(std::optional<int64_t> baseTimeNs);

private:
  void addPhase(const JsonEvent &event, TrackAction action);
  void addTriton(const JsonEvent &event, TrackId warp, TrackAction action);
  void addComplete(const JsonEvent &event, TrackAction action);
  void addAsync(const JsonEvent &event, TrackAction action);
  void addInstant(const JsonEvent &event, TrackAction action);
  void addCounters(const JsonEvent &event, TrackAction action);
  void addFlowPoint(const JsonEvent &event);
  void enqueue(const JsonEvent &event, TrackAction action);
  Nanoseconds chooseOrigin() const;
  void applyAll(EventApplier &applier, Nanoseconds origin);
  /// Remembers a slice on a track with flow events.
  void addFlowTarget(const TrackAction &action, int64_t time, EventRef slice);
  uint64_t bindFlowPoints(Nanoseconds origin);
  void addNotes(uint64_t unboundFlows);
  uint32_t stackOf(const std::string &key);

  TraceBuilder &m_builder;
  JsonTracks m_tracks;
  ArgSetCache m_argSets;
  std::vector<TrackAction>
      m_queue; ///< in file order; stacks of threads are their tracks' numbers, see stackOf()
  std::vector<FlowMark> m_flowMarks;
  struct PendingFlow {
    FlowPoint point;
    PreciseTime time;
  };
  std::vector<PendingFlow> m_flowPoints;
  std::vector<FlowTarget> m_flowTargets;
  std::unordered_map<std::string, uint32_t> m_flowNumbers;
  std::vector<uint64_t> m_flowIds;                     ///< by flow number
  std::unordered_map<uint32_t, size_t> m_flowTargetOf; ///< by slice, to learn where a begin ends
  std::unordered_map<std::string, uint32_t> m_stacks;
  std::map<char, uint64_t> m_unsupported; ///< events by phase
  uint64_t m_withoutTime = 0;
};

} // namespace pstudio
