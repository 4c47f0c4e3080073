// SPDX-License-Identifier: Apache-2.0
// Interprets TrackEvents: track, time and action of each. Events of our own files are applied at
// once, others are sorted first.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/formats/import/action_queue.h"
#include "core/formats/import/event_applier.h"
#include "core/formats/pftrace/clock_graph.h"
#include "core/formats/pftrace/own_file_reader.h"
#include "core/formats/pftrace/read_counts.h"
#include "core/formats/pftrace/sequence_state.h"
#include "core/formats/pftrace/track_event_message.h"

namespace pstudio {

/// The fields of the packet that contains a track event.
struct PacketHeader {
  std::optional<uint64_t> timestamp;
  std::optional<uint32_t> clock;
  uint32_t sequence = 0;
  PacketExtension extension;
};

/// Imports the track events of one trace. [not thread-safe]
class TrackEventImporter {
public:
  TrackEventImporter(TraceBuilder &builder, TrackTable &tracks, ClockGraph &clocks,
                     OwnFileReader &own, ArgSetCache &argSets, EventApplier &applier,
                     ReadCounts &counts)
      : m_builder(builder), m_tracks(tracks), m_clocks(clocks), m_own(own), m_argSets(argSets),
        m_applier(applier), m_counts(counts) {}

  /// Takes over one TrackEvent message. Throws protozero::exception.
  void add(protozero::data_view event, const PacketHeader &packet, SequenceState &state);
  /// The time of a packet of another program, of its own clock or that of its sequence [ns of the
  /// trace's clock]; none if it has no time or nothing relates the clocks.
  std::optional<int64_t> timeOfPacket(const PacketHeader &packet, SequenceState &state);
  /// Queues an event of a program that has no own files; its `stack` is the slot of its track.
  void enqueue(TrackAction action, std::span<const FlowMark> flows);
  /// Sorts and applies the queued events. Call once, after the last event.
  void finish();

private:
  /// The queued events of one stack.
  struct QueuedStack {
    int64_t first = 0, last = 0; ///< times [ns]
    size_t firstAction = 0;      ///< in the queue
    bool isUsed = false;
    bool hasComplete = false;
  };
  void setForeignOrigin();
  bool makeQueuedTracks();
  void addOwn(const PacketHeader &packet, SequenceState &state);
  void addForeign(const PacketHeader &packet, SequenceState &state);
  void addLegacy(TrackAction action, SequenceState &state);
  void addLegacyFlow(TrackAction action, int32_t phase);
  void addLogArgs(TrackAction &action, const SequenceState &state);
  void addLegacyAsync(TrackAction action, int32_t phase, SequenceState &state);
  void addExtraCounters(int64_t timestamp, SequenceState &state);
  void addThreadCounters(int64_t timestamp, SequenceState &state);
  void addSample(int64_t timestamp, TrackSlot slot, uint64_t key, double value,
                 SequenceState &state);
  std::optional<int64_t> timeOf(const PacketHeader &packet, SequenceState &state);
  TrackSlot trackOf(const SequenceState &state);
  void readArgs(const SequenceState &state);
  void takeTimesFromCycles(const ClockLine &line, TrackAction &action, ExactSlice &exact) const;
  ArgSetId readOwnArgs(uint32_t number, const SequenceState &state, ExactSlice &exact);

  TraceBuilder &m_builder;
  TrackTable &m_tracks;
  ClockGraph &m_clocks;
  OwnFileReader &m_own;
  ArgSetCache &m_argSets;
  EventApplier &m_applier;
  ReadCounts &m_counts;
  TrackEventMessage m_event;
  std::vector<Arg> m_args;
  std::vector<FlowMark> m_ownFlows;
  ActionQueue m_queue; ///< in file order
  std::vector<FlowMark> m_queueFlows;
  std::vector<QueuedStack> m_queuedStacks; ///< by slot
  bool m_isOrderedByStack = true;
};

} // namespace pstudio
