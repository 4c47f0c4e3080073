// SPDX-License-Identifier: Apache-2.0
// Checks the header of one CTA's block, so that all later steps can rely on its sizes.
#pragma once

#include <array>
#include <optional>
#include <span>

#include <tl/expected.hpp>

#include "core/record/clock_unwrap.h"
#include "core/record/segment_decoder.h"
#include "core/trace/notes.h"

namespace pstudio::record {

/// Reasons for which a block cannot be decoded.
enum class BlockFault : uint8_t {
  NotRun,      ///< magic is 0: the CTA never reached its initialize
  BadMagic,    ///< neither 0 nor kBlockMagic
  BadVersion,  ///< another layout version or header size
  BadSize,     ///< unit count and capacity do not give the size of the block
  BadStrategy, ///< an undefined strategy, or flush with an invalid size of a half
  BadClock,    ///< counters or times out of range or running backwards
  WrongCta,    ///< the coordinates are not those of the block's index
  BadUnits,    ///< an undefined granularity or metric
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
  uint32_t flushedSlots = 0; ///< slots of a half, handed over as a whole; Flush and Stream
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

/// Expected values of a header.
struct BlockExpectation {
  std::array<uint32_t, 3> program{0, 0, 0};
  Nanoseconds traceOrigin; ///< times must lie within kMaxTimeOffset of it
};

/// Reads and checks the header of `block`, which is exactly one block, or the part of a streamed
/// block that the drain log contains.
tl::expected<BlockHeader, BlockFault> readBlockHeader(std::span<const std::byte> block,
                                                      const BlockExpectation &expected);

/// Begin time of the CTA of a block; none if it has not begun. The rest of the block is not
/// checked.
std::optional<Nanoseconds> beginOfBlock(std::span<const std::byte> block);
/// End time of the CTA of a block; none if it has not ended, or if the end precedes the begin.
std::optional<Nanoseconds> endOfBlock(std::span<const std::byte> block);

/// Unit `unit` < header.unitCount of a block whose header was read from it. Of a streamed
/// block the slots are not in the block. `groups`: of the kernel's OperationTable.
Segment segmentOf(std::span<const std::byte> block, const BlockHeader &header, uint32_t unit,
                  const GroupTable &groups = {});

} // namespace pstudio::record
