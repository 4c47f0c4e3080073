// SPDX-License-Identifier: Apache-2.0
// Decodes the block of one CTA into scopes, events and instants, and counts irregularities.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/record/block_reader.h"
#include "core/record/clock_unwrap.h"
#include "core/record/counter_decoder.h"
#include "core/record/cta_matcher.h"
#include "core/record/recording_units.h"
#include "core/record/segment_decoder.h"
#include "core/record/stream_log.h"

namespace pstudio::record {

/// The time of units whose CTA ended, and the part of it that their kept records cover. A ring
/// covers the time from its oldest record to the end of the CTA, the strategy first covers the time
/// up to its last record.
struct CoveredTime {
  uint64_t cycles = 0;     ///< of all units
  uint64_t keptCycles = 0; ///< of these, covered

  CoveredTime &operator+=(const CoveredTime &other);
  /// 0 to 1; none if no unit's time is known.
  std::optional<double> part() const;
};

/// Counts of decoded blocks, summed over CTAs.
struct DecodeCounts {
  SegmentCounts segments;
  ClockUnwrapCounts clocks;
  CoveredTime covered;
  uint64_t unfinishedCtas = 0;
  uint64_t unfinishedUnits = 0;

  DecodeCounts &operator+=(const DecodeCounts &other);
};

struct DecodedCta {
  MatchedCta matched;
  std::vector<CtaCounter> counters; ///< strategy histogram, in place of records
  DecodeCounts counts;
};

/// Common properties of the CTAs of a launch, as far as they are known.
struct CtaShape {
  uint32_t threads = 1;
  uint32_t lanesPerWarp = 32;
  IdRanges sampledWarps; ///< empty: all
};

/// Decodes one block after another; a result does not depend on those before. [not thread-safe]
class CtaDecoder {
public:
  /// `operations` and `log`, which streamed blocks need, must outlive the decoder.
  explicit CtaDecoder(const OperationTable &operations, CtaShape shape = {},
                      const StreamLog *log = nullptr)
      : m_groups(operations.groups), m_matcher(operations), m_shape(std::move(shape)), m_log(log) {}

  /// `header` was read from `block`, which is number `index` of the launch. A unit's number is its
  /// number among all units of the CTA, or its index in the block if the block has another number
  /// of units than the shape gives. O(slots log events).
  DecodedCta decode(size_t index, std::span<const std::byte> block, const BlockHeader &header);

private:
  bool allRecord(const BlockHeader &header) const;
  uint32_t numberOf(uint32_t unit, const BlockHeader &header);
  void decodeUnit(const Segment &segment, const BlockHeader &header, UnitRecords &unit,
                  DecodeCounts &counts);

  static void decodeStreamed(std::span<const Chunk> chunks, const Segment &segment,
                             const BlockHeader &header, UnitRecords &unit, DecodeCounts &counts);

  GroupTable m_groups;
  CtaMatcher m_matcher;
  const CtaShape m_shape;
  const StreamLog *m_log;
  std::map<Granularity, RecordingUnits> m_recording; // created on first use
  std::vector<UnitRecords> m_units;                  // kept for their memory
};

} // namespace pstudio::record
