// SPDX-License-Identifier: Apache-2.0
// Meetings of lanes of one warp: shuffles, votes, records, atomic accesses, waits for copies.
#pragma once

#include <cstdint>
#include <span>

#include "collector/runtime/cpu/cta_thread.h"
#include "collector/runtime/cpu/program_places.h"

namespace pstudio::cpu {

/// The lanes of the thread's warp, by lane.
std::span<const CtaThread> warpOf(const CtaThread &thread);
/// Mask of the lanes of the thread's warp that have not returned.
uint32_t liveMask(const CtaThread &thread);
/// Whether the thread is the lowest lane of those that met for its last record.
bool isElected(const CtaThread &thread);
/// The lanes that the thread waits for at its shuffle or operation, and that do not wait at the
/// same kind of operation with the same member mask; 0 if it waits for none of them.
uint32_t awaitedLanes(const CtaThread &thread);

/// Result of meetNextGroup().
enum class MeetResult : uint8_t {
  None,   ///< no group can meet before another warp, a copy or a barrier allows it
  Met,    ///< one group met; its lanes are runnable
  Yields, ///< only lanes that poll memory can meet: other warps go first
};

/// Lets one group of lanes meet, if no lane of the warp can run and some wait at a warp site: that
/// at the smallest place (ProgramPlaces), so that lanes which left a branch or a loop early wait
/// for the others where the paths join. README.md describes the groups, and lanes that poll memory.
/// The lanes of the group exchange values, take the largest of their clocks (unless they meet for
/// their order alone) and become runnable. Lanes at a wait for copies stay until all their awaited
/// copies are served, and hold back lanes at larger places. Records of one warp never go back in
/// time: `lastRecordClock` is raised to, and is a lower bound of, a record's clock, since hardware
/// executes the sides of a branch one after the other.
MeetResult meetNextGroup(std::span<CtaThread> warp, const ProgramPlaces &places,
                         int64_t &lastRecordClock);

} // namespace pstudio::cpu
