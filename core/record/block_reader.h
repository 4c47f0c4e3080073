// SPDX-License-Identifier: Apache-2.0
// Checks the header of one CTA's block, so that everything behind it may trust the sizes.
#pragma once

#include <array>
#include <optional>
#include <span>

#include <tl/expected.hpp>

#include "core/record/clock_unwrap.h"
#include "core/record/segment_decoder.h"
#include "core/trace/notes.h"

namespace pstudio::record {

/// Why a block cannot be decoded.
enum class BlockFault : uint8_t {
  NotRun,      ///< magic is 0: the CTA never reached its initialize
  BadMagic,    ///< neither 0 nor kBlockMagic
  BadVersion,  ///< another layout version or header size
  BadSize,     ///< unit count and capacity do not give the size of the block
  BadStrategy, ///< a number without meaning, or flush with halves that cannot be
  BadClock,    ///< counters or times out of range or running backwards
  WrongCta,    ///< the coordinates are not those of the block's index
  BadUnits,    ///< a granularity or a metric without meaning
};
inline constexpr size_t kBlockFaultCount = 8;

/// The note that reports a fault.
NoteCode noteOf(BlockFault fault);

/// A header that fits its block.
struct BlockHeader {
  std::array<uint32_t, 3> program{0, 0, 0};
  uint32_t hardwareId = 0;
  uint32_t unitCount = 0;
  uint32_t slotsPerUnit = 0; ///< a power of two
  uint32_t flushedSlots = 0; ///< of a half that is handed over at once; Flush and Stream
  Strategy strategy = Strategy::Circular;
  Granularity granularity = Granularity::Warp;
  Metric metric = Metric::Cycle;
  bool isGrouped = false; ///< kGroupedFlag
  Cycles beginCycle;
  Nanoseconds beginTime;
  bool isFinalized = false; ///< the CTA reached its end
  Cycles endCycle;
  Nanoseconds endTime;

  ClockBounds clockBounds() const;
};

/// What the header must agree with.
struct BlockExpectation {
  std::array<uint32_t, 3> program{0, 0, 0};
  Nanoseconds traceOrigin; ///< times must lie within kMaxTimeOffset of it
};

/// Reads and checks the header of `block`, which is exactly one block, or of a streamed one what
/// the drain log keeps of it.
tl::expected<BlockHeader, BlockFault> readBlockHeader(std::span<const std::byte> block,
                                                      const BlockExpectation &expected);

/// When the CTA of a block began; none if it has not. The rest of the block may be anything.
std::optional<Nanoseconds> beginOfBlock(std::span<const std::byte> block);
/// When it ended, before which it had begun; none if it has not.
std::optional<Nanoseconds> endOfBlock(std::span<const std::byte> block);

/// Unit `unit` < header.unitCount of a block whose header was read from it. Of a streamed one the
/// slots are elsewhere. `groups`: of the kernel's OperationTable.
Segment segmentOf(std::span<const std::byte> block, const BlockHeader &header, uint32_t unit,
                  const GroupTable &groups = {});

} // namespace pstudio::record
