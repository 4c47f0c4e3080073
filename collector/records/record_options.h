// SPDX-License-Identifier: Apache-2.0
// Options of the lowering of records, by target, and the shared memory that it takes.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace pstudio {

/// The lanes that store a record if the whole warp executes it.
enum class RecordLanes : uint8_t {
  All, ///< all lanes store the same 8 bytes to one address: no predicate to compute
  One, ///< lane 0 alone
};

/// Shared memory that a kernel for an NVIDIA GPU needs besides its segments if it may record under
/// divergence [bytes per warp]: the number of used slots and the mask of returned lanes.
inline constexpr uint32_t kNvidiaCounterBytesPerUnit = 8;

/// Parameters of the lowering of records for NVIDIA GPUs.
struct NvidiaRecordOptions {
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA; determines the warp-uniform ids
  RecordLanes lanes = RecordLanes::All;
};

/// Shared memory that a kernel for an AMD GPU needs besides its segments if it may record under
/// divergence [bytes per warp]: the count and the mask of returned lanes.
inline constexpr uint32_t kAmdCounterBytesPerUnit = 16;

/// Parameters of the lowering of records for AMD GPUs.
struct AmdRecordOptions {
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA; determines the wave-uniform ids
  std::string chip;                       ///< "gfx942"
  uint32_t referencePeriodNs = 0; ///< of the chip's reference clock; 0: that of the family [ns]
  /// The compiler moves no instruction across a read of the clock. Instructions around it then do
  /// not overlap.
  bool hasScheduleBarriers = false;
};

} // namespace pstudio
