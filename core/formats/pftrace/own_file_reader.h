// SPDX-License-Identifier: Apache-2.0
// Reads our own extension messages (extension_fields.h), which restore a saved trace exactly.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include <protozero/data_view.hpp>

#include "core/formats/import/event_applier.h"
#include "core/formats/pftrace/launch_access_reader.h"
#include "core/formats/pftrace/sequence_state.h"
#include "core/formats/pftrace/track_table.h"

namespace pstudio {

/// The extension of one packet.
struct PacketExtension {
  uint16_t remainderPs = 0;
  uint8_t sliceFlags = 0;
  uint32_t argSet = 0; ///< 0: none
  uint32_t parentDistance = 0;
  uint64_t foreignPackets = 0;   ///< that follow
  protozero::data_view file;     ///< empty if there is none
  protozero::data_view track;    ///< likewise
  protozero::data_view accesses; ///< likewise
  protozero::data_view source;   ///< likewise
};

/// Reads the fields of an extension message. Throws protozero::exception.
PacketExtension readPacketExtension(protozero::data_view data);

/// Applies the file and track messages of our own files to a builder. Several files may have been
/// concatenated: each starts with a File message. [not thread-safe]
class OwnFileReader {
public:
  OwnFileReader(TraceBuilder &builder, TrackTable &tracks, EventApplier &applier)
      : m_builder(builder), m_tracks(tracks), m_applier(applier), m_accesses(builder) {}

  /// Number of File messages read. 0: this program did not write the file.
  uint32_t fileCount() const { return m_fileCount; }
  Nanoseconds origin() const { return m_builder.info().origin; }
  /// Slices that the File messages announce, together; none if one does not.
  std::optional<uint64_t> announcedSlices() const { return m_announcedSlices; }

  /// Takes over a File message. Throws protozero::exception.
  void readFile(protozero::data_view data);
  /// Takes over a Track message that stands beside `descriptor`. Throws protozero::exception.
  void readTrack(protozero::data_view data, protozero::data_view descriptor);

  /// Takes over an Accesses message. Throws protozero::exception.
  void readAccesses(protozero::data_view data);
  /// Takes over a Source message. Throws protozero::exception.
  void readSource(protozero::data_view data);
  /// Gives the launches their accesses. Call last.
  void finish() { m_accesses.finish(); }

  /// The set with a number of the current file; none if it was not seen yet.
  ArgSetId findArgSet(uint32_t number) const;
  /// Stores the set of a number.
  void setArgSet(uint32_t number, ArgSetId args);
  /// The line that gives the times of a track's slices exactly, or null if their events do. Valid
  /// until the next File or Track message.
  const ClockLine *sliceClockOf(TrackId track) const;

private:
  void announceSlices(std::optional<uint64_t> ofFile, bool isFirst);
  void readClock(protozero::data_view data);
  void readLaunch(protozero::data_view data);
  void readNote(protozero::data_view data);
  ArgSetId readArgSet(protozero::data_view data);
  ClockId clockAt(uint64_t indexPlusOne) const;
  LaunchId launchAt(uint64_t indexPlusOne) const;
  TrackId parentOf(uint64_t uuid);

  TraceBuilder &m_builder;
  TrackTable &m_tracks;
  EventApplier &m_applier;
  LaunchAccessReader m_accesses;
  SequenceState m_noInterning; ///< the extension spells its names out
  uint32_t m_fileCount = 0;
  std::optional<uint64_t> m_announcedSlices;
  int64_t m_originShiftNs = 0; ///< of the current file's origin from the trace's
  size_t m_clockBase = 0, m_launchBase = 0, m_clockCount = 0, m_launchCount = 0;
  std::vector<ArgSetId> m_argSets;                     ///< by number
  std::unordered_map<uint32_t, ArgSetId> m_farArgSets; ///< numbers far beyond those
  std::vector<ClockLine> m_clocks;                     ///< by ClockId
  std::vector<ClockId> m_sliceClocks;                  ///< by TrackId, none where events have times
  std::vector<int> m_depths;                           ///< of tracks, by TrackId
};

} // namespace pstudio
