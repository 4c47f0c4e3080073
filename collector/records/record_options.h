// SPDX-License-Identifier: Apache-2.0
// Options of the lowering of records, by target, and the shared memory that it takes.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace pstudio {

/// Which lanes of a warp store a record where the whole warp is there.
enum class RecordLanes : uint8_t {
  All, ///< all lanes store the same 8 bytes to one address: no predicate to compute
  One, ///< lane 0 alone
};

/// Shared memory that a kernel for an NVIDIA GPU takes besides its segments if it may record under
/// divergence [bytes per warp]: the count of slots and the lanes that have returned.
inline constexpr uint32_t kNvidiaCounterBytesPerUnit = 8;

/// What the lowering of records for NVIDIA GPUs needs to know.
struct NvidiaRecordOptions {
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA; tells which ids are warp-uniform
  RecordLanes lanes = RecordLanes::All;
};

/// Shared memory that a kernel for an AMD GPU takes besides its segments if it may record under
/// divergence [bytes per warp]: the count and the lanes that have returned.
inline constexpr uint32_t kAmdCounterBytesPerUnit = 16;

/// What the lowering of records for AMD GPUs needs to know.
struct AmdRecordOptions {
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA; tells which ids are wave-uniform
  std::string chip;                       ///< "gfx942"
  uint32_t referencePeriodNs = 0; ///< of the chip's reference clock; 0: what the family has [ns]
  /// The compiler moves no instruction across a read of the clock. Costs what it could have
  /// overlapped.
  bool hasScheduleBarriers = false;
};

} // namespace pstudio
