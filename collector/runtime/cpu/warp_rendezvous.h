// SPDX-License-Identifier: Apache-2.0
// Meetings of the active lanes of one warp: shuffles, records and waits for copies.
#pragma once

#include <cstdint>
#include <span>

#include "collector/runtime/cpu/cta_thread.h"

namespace pstudio::cpu {

/// The lanes of the thread's warp, by lane.
std::span<const CtaThread> warpOf(const CtaThread &thread);
/// Mask of the lanes of the thread's warp that have not returned.
uint32_t liveMask(const CtaThread &thread);
/// Whether the thread is the lowest lane of the group that it was in last.
bool isElected(const CtaThread &thread);

/// If no lane of the warp can run and some wait at a warp site: lets those at the place that comes
/// first in the program meet, exchange, take the largest of their clocks and become runnable. (The
/// first place, because lanes that left a branch early then wait for the others where the paths
/// join, as hardware reconverges.) Lanes at a wait for copies stay until all their awaited copies
/// are served, and hold back lanes that are further on. Records of one warp never go back in time:
/// `lastRecordClock` is raised to, and is a lower bound of, a record's clock, since hardware
/// executes the sides of a branch one after the other. Returns whether a group met.
bool meetFirstGroup(std::span<CtaThread> warp, int64_t &lastRecordClock);

} // namespace pstudio::cpu
