// SPDX-License-Identifier: Apache-2.0
// Track events of the common kind, decoded without the state of their sequence: many at a time, on
// any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/formats/pftrace/packet_stream.h"
#include "core/formats/pftrace/perfetto_fields.h"

namespace pstudio {

/// A packet. If it has only one event, with a time, a track, an interned name, at most one
/// interned category, at most one arrow and, in our own files, exact data, those are decoded: it is
/// plain. All others are to be read from their bytes.
struct PlainEvent {
  std::span<const std::byte> packet; ///< all of it
  uint64_t timestamp = 0;            ///< if hasTimestamp
  uint64_t trackUuid = 0;            ///< if hasTrack
  int64_t beginCycles = 0;           ///< if hasCycles; as ExactSlice
  int64_t cycleDuration = 0;         ///< likewise
  double counterValue = 0.0;
  uint64_t flowId = 0; ///< if hasFlow
  uint32_t sequence = 0;
  uint32_t nameIid = 0;     ///< 0: no name
  uint32_t categoryIid = 0; ///< if hasCategory
  uint32_t clock = 0;       ///< if hasClock
  uint32_t argSet = 0;      ///< of our own files; 0: none
  uint32_t parentDistance = 0;
  uint16_t remainderPs = 0;
  uint8_t sliceFlags = 0;
  uint8_t sequenceFlags = 0;
  perfetto::EventType type = perfetto::EventType::Unspecified; ///< of a plain one: another
  bool hasTimestamp = false, hasTrack = false, hasCategory = false, hasClock = false;
  bool hasCycles = false;
  bool hasFlow = false, isFlowEnd = false; ///< a source or a step, or a termination
  bool hasAnnotations = false;             ///< exact data of our own files among them

  bool isPlain() const { return type != perfetto::EventType::Unspecified; }
};

/// Replaces `events` by the next packets of the stream, at most kMostAtOnce. False if there are
/// none. O(bytes). [thread: any]
bool decodePackets(PacketStream &stream, std::vector<PlainEvent> &events);
constexpr size_t kMostAtOnce = 16'384; // 1.5 MB of events; packets may be as short as two bytes

} // namespace pstudio
