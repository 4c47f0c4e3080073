// SPDX-License-Identifier: Apache-2.0
// Records written by hand in PTX: the minimum cost on the hardware.
#pragma once

#include <cstdint>
#include <string>

#include "collector/codegen/nvidia/architecture.h"

namespace pstudio::bench {

/// Clock of a hand-written record.
enum class FloorClock : uint8_t { Clock32, Clock64, GlobalTimer };
enum class FloorMemory : uint8_t { Shared, Global };

/// A method to write a record.
struct FloorRecord {
  FloorClock clock = FloorClock::Clock32;
  FloorMemory memory = FloorMemory::Shared;
  uint32_t bytes = 8;   ///< 4: low word of the clock; 8: a tag and that word, or the 64-bit clock
  bool allLanes = true; ///< all lanes store to one address, or lane 0 alone
};

/// "32-bit clock", "64-bit clock", "global timer".
std::string nameOf(FloorClock clock);

inline constexpr const char *kFloorEntry = "floor";
/// Records in a row.
inline constexpr uint32_t kFloorRecords = 64;
/// 64-bit words for each warp that the kernel stores to its first argument: the 32-bit clock before
/// the first and after the last record, then the low words of the records' times in the order of
/// the slots of the ring.
inline constexpr uint32_t kFloorWordsPerWarp = 2 + kFloorRecords;

/// A PTX module with the entry kFloorEntry: one CTA of at most 16 warps, which synchronise and then
/// write kFloorRecords records each in a straight line. Arguments: the results (kFloorWordsPerWarp
/// words per warp), and memory of kFloorRecords slots of 8 bytes per warp for records in global
/// memory.
std::string floorKernel(const FloorRecord &record, const nvidia::Architecture &architecture);

} // namespace pstudio::bench
