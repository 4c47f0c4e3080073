// SPDX-License-Identifier: Apache-2.0
// Facts about the file and its tracks: everything of a trace that is not an event.
#pragma once

#include <string>

#include "core/formats/pftrace/args_encoder.h"
#include "core/formats/pftrace/packet_writer.h"
#include "core/formats/pftrace/write_plan.h"
#include "core/trace/trace.h"

namespace pstudio {

/// Writes the descriptors of one trace. [not thread-safe]
class DescriptorEncoder {
public:
  DescriptorEncoder(const WritePlan &plan, PacketWriter &packets, ArgsEncoder &args)
      : m_plan(plan), m_trace(plan.trace()), m_packets(packets), m_args(args) {}

  /// The first packet: all interned texts, and what File of extension_fields.h holds.
  void writeFile();
  /// The descriptors of all tracks, parents first.
  void writeTracks();
  /// One more Perfetto track for a track.
  void writePart(const PartStep &step);
  void writeSource(const SourceStep &step);

private:
  void writeTrack(TrackId id);
  /// The name, the parent and how siblings are ordered and merged.
  void addCommon(TrackId id, TrackPart part, uint64_t uuid, uint64_t parent);
  void addCounter(const Track &track);
  /// Marks the track as the process or thread of the system that it is.
  void addSystemIdentity(const Track &track);
  void addExtension(TrackId id);
  void addLaunch(const Launch &launch, std::string &file);
  std::string describe(const Launch &launch) const;

  const WritePlan &m_plan;
  const Trace &m_trace;
  PacketWriter &m_packets;
  ArgsEncoder &m_args;
};

} // namespace pstudio
