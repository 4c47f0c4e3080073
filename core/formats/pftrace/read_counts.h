// SPDX-License-Identifier: Apache-2.0
// Counts of the parts that a reader could not read, reported as notes at the end.
#pragma once

#include <cstdint>
#include <map>

#include "core/trace/trace_builder.h"

namespace pstudio {

/// Counts of what was left out while reading a Perfetto trace.
struct ReadCounts {
  uint64_t damagedPackets = 0;      ///< fields that do not decode
  uint64_t packetsWithoutState = 0; ///< need interned data that was lost or never sent
  uint64_t lostPackets = 0;         ///< places where the recorder says that it lost packets
  uint64_t eventsWithoutTime = 0;   ///< of a clock that nothing relates to the trace's clock
  uint64_t unsupportedEvents = 0;   ///< track events of a kind that is not read
  uint64_t notKept = 0;             ///< packets that were not read and are too many to be kept
  std::map<uint32_t, uint64_t>
      otherPackets; ///< packets of other data sources, by field of TracePacket

  /// Adds one note for each count that is not 0.
  void addNotes(TraceBuilder &builder) const;
};

} // namespace pstudio
