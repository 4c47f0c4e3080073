// SPDX-License-Identifier: Apache-2.0
// The block of one CTA as scopes, events and instants, with the counts of what was odd about it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/record/block_reader.h"
#include "core/record/clock_unwrap.h"
#include "core/record/cta_matcher.h"
#include "core/record/segment_decoder.h"

namespace pstudio::record {

/// What blocks held; sums over CTAs.
struct DecodeCounts {
  SegmentCounts segments;
  ClockUnwrapCounts clocks;
  uint64_t unfinishedCtas = 0;
  uint64_t unfinishedUnits = 0;

  DecodeCounts &operator+=(const DecodeCounts &other);
};

struct DecodedCta {
  MatchedCta matched;
  DecodeCounts counts;
};

/// Decodes one block after another; a result does not depend on those before. [not thread-safe]
class CtaDecoder {
public:
  /// `operations` must outlive the decoder.
  explicit CtaDecoder(const OperationTable &operations) : m_matcher(operations) {}

  /// `header` was read from `block`. O(slots log events).
  DecodedCta decode(std::span<const std::byte> block, const BlockHeader &header);

private:
  void decodeUnit(const Segment &segment, const BlockHeader &header, UnitRecords &unit,
                  DecodeCounts &counts);

  CtaMatcher m_matcher;
  std::vector<UnitRecords> m_units; // kept for their memory
};

} // namespace pstudio::record
