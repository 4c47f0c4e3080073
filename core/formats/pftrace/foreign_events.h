// SPDX-License-Identifier: Apache-2.0
// Puts the events of other programs in order and applies them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/formats/import/action_queue.h"
#include "core/formats/import/event_applier.h"
#include "core/formats/pftrace/own_file_reader.h"
#include "core/formats/pftrace/track_table.h"

namespace pstudio {

/// Events of programs that have no own files. Their tracks may be described later than their
/// events, and their times give the origin of the trace. [not thread-safe]
///
/// AsTheyCome applies each event at once, to a place that stands for its track, at a time from the
/// first event on. That is right where the events of each stack come in order and are begins, ends,
/// instants and samples without arrows, as most programs write them. If one is not,
/// isQueueNeeded() becomes true, and the file is to be read again with Queued, which keeps 16 to 48
/// bytes for each event until the end of the file.
class ForeignEvents {
public:
  enum class Mode : uint8_t { AsTheyCome, Queued };

  ForeignEvents(Mode mode, TraceBuilder &builder, TrackTable &tracks, const OwnFileReader &own,
                EventApplier &applier)
      : m_mode(mode), m_builder(builder), m_tracks(tracks), m_own(own), m_applier(applier) {}

  /// Takes over one event; its `stack` is the slot of its track.
  void add(TrackAction action, std::span<const FlowMark> flows);
  /// Makes the tracks and applies what is queued. Call once, after the last event.
  void finish();
  /// Gives the events their tracks and the origin. Call once, after the last use of the applier.
  void settle();
  /// The events that were added are not complete, and the trace is of no use.
  bool isQueueNeeded() const { return m_isQueueNeeded; }

private:
  /// The events of one stack.
  struct Stack {
    int64_t first = 0, last = 0; ///< times [ns]
    size_t firstAction = 0;      ///< in the order of the file
    bool isUsed = false;
    bool hasComplete = false;
  };
  void applyAtOnce(TrackAction action, bool hasFlows);
  bool noteStack(const TrackAction &action);
  std::pair<int64_t, int64_t> range() const;
  void setOrigin(int64_t origin);
  bool makeTracks();
  void finishAtOnce();
  void finishQueue();

  const Mode m_mode;
  TraceBuilder &m_builder;
  TrackTable &m_tracks;
  const OwnFileReader &m_own;
  EventApplier &m_applier;
  std::vector<Stack> m_stacks; ///< by slot
  size_t m_count = 0;
  bool m_isOrderedByStack = true;
  ActionQueue m_queue; ///< in file order
  std::vector<FlowMark> m_queueFlows;
  int64_t m_firstTime = 0; ///< of the first event: until the end, the origin [ns]
  bool m_isQueueNeeded = false;
};

} // namespace pstudio
