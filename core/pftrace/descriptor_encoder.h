// SPDX-License-Identifier: Apache-2.0
// Facts about the file and its tracks: everything of a trace that is not an event.
#pragma once

#include <unordered_set>

#include "core/pftrace/args_encoder.h"
#include "core/pftrace/packet_writer.h"
#include "core/trace/trace.h"

namespace pstudio {

/// What a Perfetto track carries of the track that it stands for.
enum class TrackPart : uint8_t {
  Main,    ///< the track itself
  Row,     ///< one more row of its slices, merged with it on the screen
  Counter, ///< samples of a track that is not itself a counter
  Events,  ///< slices or instants of a counter, which Perfetto does not allow on the counter itself
};

/// Writes the descriptors of one trace. [not thread-safe]
class DescriptorEncoder {
public:
  DescriptorEncoder(const Trace &trace, PacketWriter &packets, ArgsEncoder &args);

  /// The first packet: what File of extension_fields.h holds.
  void writeFile();
  /// The descriptors of all tracks, parents first.
  void writeTracks();
  /// One more Perfetto track for `track`, and its uuid.
  uint64_t writePart(TrackId track, TrackPart part);

  /// The uuid of a track's main part.
  static uint64_t uuidOf(TrackId track) { return track.value + uint64_t{1}; }

private:
  void writeTrack(TrackId id, uint32_t rank);
  /// The name, the parent and how siblings are ordered and merged.
  void addCommon(TrackId id, TrackPart part, uint64_t uuid, uint64_t parent);
  void addCounter(const Track &track);
  /// Marks the track as a process or thread of the system where it is one; false if it is not.
  bool addSystemIdentity(const Track &track);
  void addExtension(const Track &track);
  void addLaunch(const Launch &launch, std::string &file);
  std::string describe(const Launch &launch) const;

  const Trace &m_trace;
  PacketWriter &m_packets;
  ArgsEncoder &m_args;
  std::unordered_set<int64_t> m_pids;    // each pid may name one Perfetto process only
  std::unordered_set<int64_t> m_tids;    // likewise
  std::unordered_set<uint32_t> m_system; // tracks that are Perfetto processes or threads
  std::vector<uint32_t> m_ranks;         // by TrackId: position among its siblings
  uint64_t m_nextUuid;
};

} // namespace pstudio
