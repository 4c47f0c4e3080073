// SPDX-License-Identifier: Apache-2.0
// Capacity of the profile buffer: the number of records of a warp that fit, available before a run.
#pragma once

#include <cstdint>
#include <string>

#include "core/run/instrumentation_mode.h"

namespace pstudio {

/// Default capacity of a segment in global memory: 8 KiB per warp, some 500 scopes [slots].
inline constexpr uint32_t kDefaultGlobalSlots = 1024;
/// The same for a segment of one thread: 1 KiB [slots].
inline constexpr uint32_t kDefaultThreadSlots = 128;
/// Limits of the automatic segments of the mode memory: of a launch [bytes], of one [slots].
inline constexpr uint64_t kMostMemoryBufferBytes = uint64_t{256} << 20;
inline constexpr uint64_t kMostMemorySlots = 1 << 16;

/// Shape of a launch, as far as it decides about the profile buffer.
struct RecordingLaunch {
  uint32_t threads = 0; ///< of a CTA; 0: unknown
  uint64_t ctas = 0;    ///< of the grid; 0: unknown
  uint32_t lanes = 32;  ///< of a warp
};

/// Capacity of the segments of global memory that the mode memory gets in a launch with this number
/// of them [slots]: a power of two.
uint32_t mostMemorySlots(uint64_t segments);

/// One sentence about the number of records that fit, and what happens to further ones; empty where
/// the mode records nothing. Without a launch it contains no totals.
std::string recordRoom(const InstrumentationMode &mode, const RecordingLaunch &launch);

} // namespace pstudio
