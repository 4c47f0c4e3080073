// SPDX-License-Identifier: Apache-2.0
// Reads the profile buffers of Triton Proton: puts ring records in order by the word count, skips
// damaged blocks, unwraps clocks.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/formats/triton/triton_layout.h"
#include "core/record/launch_writer.h"

namespace pstudio::record {

/// Layout of the blocks as the wrapper file gives it.
struct TritonLayout {
  triton::DeviceType device = triton::DeviceType::Unknown;
  uint32_t totalUnits = 0;     ///< warps of a CTA
  uint32_t blockBytes = 0;     ///< at least the header and totalUnits counts
  std::vector<uint32_t> units; ///< ids of the recorded warps, ascending, each < totalUnits
};

/// One warp of one CTA.
struct TritonUnit {
  uint32_t wordsWritten = 0; ///< as stored: two per record, not modulo the capacity
  /// Kinds ScopeStart, ScopeEnd, EventStart and EventEnd with their cycles, in order of time.
  /// Number is the warp's.
  UnitRecords unit;
};

/// One CTA.
struct TritonBlock {
  uint32_t program = 0;    ///< linear CTA id
  uint32_t hardwareId = 0; ///< SM / CU
  uint32_t bufferBytes = 0;
  uint64_t initTime = 0; ///< [ns]
  uint64_t preFinalTime = 0;
  uint64_t postFinalTime = 0;
  std::vector<TritonUnit> units; ///< one per TritonLayout::units
};

/// Everything in a buffer that could be read, and counts of the rest.
struct TritonCapture {
  TritonLayout layout;
  std::vector<TritonBlock> blocks; ///< those that could be read, in order
  uint64_t recordsWritten = 0;
  uint64_t recordsDropped = 0; ///< overwritten in the ring
  uint64_t blocksNotRun = 0;   ///< preamble 0
  uint64_t blocksDamaged = 0;  ///< other preamble, or a buffer size that does not fit the block
  uint64_t blocksMissing = 0;  ///< announced by the wrapper but beyond the end of the file
  uint64_t oddCounts =
      0; ///< warps whose word count is no whole number of records: put in order by the clock
         ///< instead
  uint64_t clockWraps = 0; ///< times that a clock started over between two records
  uint64_t backsteps = 0;  ///< records stored after a later one (Proton's "sched_stores" does that)
};

/// True if the bytes begin with a plausible header of a Triton Proton wrapper file. The rest is not
/// checked. O(1).
bool looksLikeTritonProton(std::span<const std::byte> bytes);

/// Decodes blocks of a known layout; bytes after the last whole block are ignored. O(records log
/// records).
TritonCapture decodeTritonBlocks(std::span<const std::byte> blocks, const TritonLayout &layout);

/// Decodes a wrapper file. InvalidFormat if its header cannot be right; blocks that are missing are
/// counted.
Result<TritonCapture> decodeTritonFile(std::span<const std::byte> bytes);

/// A wrapper file as a trace named `title`: Kernel > Launch > SM > CTA > warp.
///
/// The format has no clock rate and no clock reading next to its global times. The records of a CTA
/// begin at its init time, and all CTAs share the rate at which the CTAs' records fill the times
/// from init to pre-final; that is TimeBase::Assumed, an upper bound of the length of a cycle, with
/// the remainder of a CTA's time as uncertainty. Scopes have no names in this format: "scope 3",
/// "event 4".
Result<Trace> readTritonProton(std::span<const std::byte> bytes, std::string_view title);

} // namespace pstudio::record
