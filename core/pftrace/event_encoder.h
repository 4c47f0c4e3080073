// SPDX-License-Identifier: Apache-2.0
// Slices, instants, samples and flows as TrackEvent packets.
#pragma once

#include <vector>

#include "core/pftrace/args_encoder.h"
#include "core/pftrace/descriptor_encoder.h"
#include "core/pftrace/packet_writer.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Where arrows start and end, so that each event finds its own without a search.
class FlowEnds {
public:
  explicit FlowEnds(const Trace &trace);

  struct End {
    uint32_t flow; ///< index into Trace::flows()
    bool isSource; ///< the arrow starts here
  };
  /// Ends at the slice or instant with this index, in the order of the flows.
  std::span<const End> at(EventRef::Kind kind, uint32_t index) const;

private:
  struct Table {
    std::vector<uint32_t>
        offsets; // by event, one more than there are events; empty if no event has an end
    std::vector<End> ends;
  };
  static Table makeTable(const Trace &trace, EventRef::Kind kind, size_t eventCount);
  Table m_slices, m_instants;
};

/// Writes the events of one trace. [not thread-safe]
class EventEncoder {
public:
  EventEncoder(const Trace &trace, PacketWriter &packets, ArgsEncoder &args,
               DescriptorEncoder &descriptors);

  /// All events of one track, ordered by time within each of its Perfetto tracks.
  void writeTrack(TrackId track);

private:
  void writeNested(TrackId track, uint64_t uuid);
  void writeFlat(TrackId track);
  /// `isFlat`: the parent is written too, where it exists, for it does not follow from the order of
  /// the events.
  void writeBegin(SliceId slice, uint64_t uuid, bool isFlat);
  void writeEnd(SliceId slice, uint64_t uuid);
  void writeInstants(TrackId track, uint64_t uuid);
  void writeSamples(TrackId track);
  void addCycles(uint32_t slice);
  void addNameAndCategory(StringId name, StringId category);
  void addFlows(EventRef::Kind kind, uint32_t index);
  void startEvent(perfetto::EventType type, uint64_t uuid);
  void endPacket(Picoseconds time);

  const Trace &m_trace;
  PacketWriter &m_packets;
  ArgsEncoder &m_args;
  DescriptorEncoder &m_descriptors;
  FlowEnds m_flowEnds;
  InternTable m_names;
  InternTable m_categories;
};

} // namespace pstudio
