// SPDX-License-Identifier: Apache-2.0
// Interprets the events of a Chrome trace and makes a Trace of them.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/formats/chrome_json/async_trees.h"
#include "core/formats/chrome_json/flow_binder.h"
#include "core/formats/chrome_json/json_block.h"
#include "core/formats/chrome_json/json_event_parser.h"
#include "core/formats/chrome_json/json_tracks.h"
#include "core/formats/import/event_applier.h"

namespace pstudio {

/// Collects the events of one file; finish() puts them in order. [not thread-safe]
class JsonImporter {
public:
  /// `textBytes`: the size of the file.
  JsonImporter(TraceBuilder &builder, size_t textBytes)
      : m_builder(builder), m_tracks(builder), m_argSets(builder), m_textBytes(textBytes),
        m_nextEstimate(textBytes / 32) {}

  void add(const JsonEvent &event);
  /// Applies everything to the builder and notes what was left out. `baseTimeNs`: absolute time of
  /// the file's 0. `frames`: the calls that events and samples name.
  void finish(std::optional<int64_t> baseTimeNs, const StackFrames &frames);

private:
  void reserve(size_t position);
  void addPhase(const JsonEvent &event, TrackAction action);
  void addTriton(const JsonEvent &event, TrackId warp, TrackAction action);
  void addComplete(const JsonEvent &event, TrackAction action);
  void addAsync(const JsonEvent &event, TrackAction action);
  void addInstant(const JsonEvent &event, TrackAction action);
  void addSample(const JsonEvent &event, TrackAction action);
  void addCounters(const JsonEvent &event, TrackAction action);
  void addFlowPoint(const JsonEvent &event);
  void enqueue(const JsonEvent &event, TrackAction action);
  Nanoseconds chooseOrigin() const;
  std::vector<uint32_t> orderByTime() const;
  void addStacks(const StackFrames &frames);
  void placeAsyncEvents(std::span<const uint32_t> order);
  TrackId asyncTrack(uint32_t event, StringId category);
  void setAbsoluteTime(std::optional<int64_t> baseTimeNs, Nanoseconds origin);
  void applyAll(EventApplier &applier, std::span<const uint32_t> order, Nanoseconds origin);
  /// Remembers a slice on a track with flow events.
  void addFlowTarget(const TrackAction &action, int64_t time, EventRef slice);
  FlowLosses bindFlowPoints(Nanoseconds origin);
  void addNotes(const FlowLosses &flows);
  bool isAsync(const TrackAction &action) const {
    return action.stack > UINT32_MAX - m_asyncEvents.size();
  }

  TraceBuilder &m_builder;
  JsonTracks m_tracks;
  ArgSetCache m_argSets;
  size_t m_textBytes;
  size_t m_sets = 0, m_args = 0; ///< added to the builder
  size_t m_nextEstimate;         ///< the position at which the size of the tables is estimated next
  std::string m_key;             ///< of the event, to look up
  /// In file order. The stack is the number of the track; of an async event UINT32_MAX - its index
  /// in m_asyncEvents until placeAsyncEvents().
  std::vector<TrackAction> m_queue;
  struct AsyncEvent {
    AsyncTrees::Event event;
    TrackId parent; ///< of its track
  };
  std::vector<AsyncEvent> m_asyncEvents;
  AsyncTrees m_asyncTrees;
  std::unordered_map<std::string, uint32_t> m_asyncIds;
  struct FramedAction {
    uint32_t action; ///< into m_queue
    bool isSample;
    std::string frame;
  };
  std::vector<FramedAction> m_framed;
  std::vector<FlowMark> m_flowMarks;
  struct PendingFlow {
    FlowPoint point;
    PreciseTime time;
  };
  std::vector<PendingFlow> m_flowPoints;
  std::vector<FlowTarget> m_flowTargets;
  BlockTexts m_flowKinds, m_flowNumbers;
  std::vector<uint64_t> m_flowIds;                     ///< by flow number
  std::unordered_map<uint32_t, size_t> m_flowTargetOf; ///< by slice, to learn where a begin ends
  std::map<char, uint64_t> m_unsupported;              ///< events by phase
  uint64_t m_withoutTime = 0;
};

} // namespace pstudio
