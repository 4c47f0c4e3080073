// SPDX-License-Identifier: Apache-2.0
// Interprets TrackEvents: track, time and action of each. Events of our own files are applied at
// once, others where their order permits it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/formats/import/event_applier.h"
#include "core/formats/pftrace/clock_graph.h"
#include "core/formats/pftrace/foreign_events.h"
#include "core/formats/pftrace/own_file_reader.h"
#include "core/formats/pftrace/plain_event.h"
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
                     ForeignEvents &foreign, ReadCounts &counts)
      : m_builder(builder), m_tracks(tracks), m_clocks(clocks), m_own(own), m_argSets(argSets),
        m_applier(applier), m_foreign(foreign), m_counts(counts) {}

  /// Takes over one TrackEvent message. Throws protozero::exception.
  void add(protozero::data_view event, const PacketHeader &packet, SequenceState &state);
  /// Takes over a plain event, as add() would. False if it needs add(): then nothing was done.
  bool addPlain(const PlainEvent &event, SequenceState &state);
  /// The time of a packet of another program, of its own clock or that of its sequence [ns of the
  /// trace's clock]; none if it has no time or nothing relates the clocks.
  std::optional<int64_t> timeOfPacket(const PacketHeader &packet, SequenceState &state);

private:
  void addOwn(const PacketHeader &packet, SequenceState &state);
  void applyOwn(TrackAction &action, std::span<const FlowMark> flows, ExactSlice &exact);
  bool addOwnPlain(const PlainEvent &event, SequenceState &state);
  bool addForeignPlain(const PlainEvent &event, SequenceState &state);
  static void addPlainName(const PlainEvent &event, const SequenceState &state,
                           TrackAction &action);
  uint32_t clockOf(std::optional<uint32_t> ofPacket, const SequenceState &state) const;
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
  TrackSlot trackOf(std::optional<uint64_t> uuid, const SequenceState &state);
  void readArgs(const SequenceState &state);
  void takeTimesFromCycles(const ClockLine &line, TrackAction &action, ExactSlice &exact) const;
  ArgSetId readOwnArgs(uint32_t number, const SequenceState &state, ExactSlice &exact);

  TraceBuilder &m_builder;
  TrackTable &m_tracks;
  ClockGraph &m_clocks;
  OwnFileReader &m_own;
  ArgSetCache &m_argSets;
  EventApplier &m_applier;
  ForeignEvents &m_foreign;
  ReadCounts &m_counts;
  TrackEventMessage m_event;
  std::vector<Arg> m_args;
};

} // namespace pstudio
