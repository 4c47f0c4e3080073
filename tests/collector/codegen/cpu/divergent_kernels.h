// SPDX-License-Identifier: Apache-2.0
// Kernels in LLVM IR whose lanes diverge, for warp_schedule.h.
#pragma once

#include <string_view>

namespace pstudio::cpu::test {

/// The sum of lane, lane + 1, ..., 2 lane - 1 by a loop, then of the warp by a shuffle of each
/// distance; clang puts the exit before the loop.
extern const std::string_view kTripCounts;
/// Lanes below 8 leave iteration `lane` by a break, whose block counts the lanes that execute it
/// together; lanes of odd number skip a part of each iteration.
extern const std::string_view kBreak;
/// A loop that begins with another one, with one header: lanes leave the inner loop in different
/// iterations, by a break or at its end, and count the lanes that follow it together.
extern const std::string_view kMergedLoops;
/// Lanes return in different iterations of a loop; the others join at its exit.
extern const std::string_view kReturn;
/// Each lane takes lane % 3 + 1 tickets in a loop, half of the lanes one more in a branch.
extern const std::string_view kTickets;
/// All threads of the CTA take one lock in turn and count in words[1] without atomic operations.
extern const std::string_view kLock;
/// The threads of each warp wait for a volatile flag that the next warp sets.
extern const std::string_view kFlags;
/// A cycle with two entries.
extern const std::string_view kIrreducible;
/// lane % 6 levels of a recursive function, which no compiler stage inlines, with a ticket each.
extern const std::string_view kRecursion;

} // namespace pstudio::cpu::test
