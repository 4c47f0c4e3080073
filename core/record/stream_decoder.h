// SPDX-License-Identifier: Apache-2.0
// Decodes the drained chunks of one unit into records with their clocks, and finds the gaps.
#pragma once

#include <optional>
#include <span>

#include "core/record/clock_unwrap.h"
#include "core/record/cta_matcher.h"
#include "core/record/segment_decoder.h"
#include "core/record/stream_ring.h"

namespace pstudio::record {

/// Counts of decoding a streamed unit.
struct StreamCounts {
  SegmentCounts segments;
  ClockUnwrapCounts clocks;
};

/// Fills `unit.records` and `unit.gaps`. `written`: the unit's count of slots, modulo 2^32, none if
/// it never ended. After each gap clocks count from an epoch record, so they are exact for a gap of
/// any length. O(slots). [thread: any]
StreamCounts decodeStreamedUnit(std::span<const Chunk> chunks, std::optional<uint32_t> written,
                                const ClockBounds &bounds, UnitRecords &unit);

} // namespace pstudio::record
