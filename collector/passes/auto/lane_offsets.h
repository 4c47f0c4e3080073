// SPDX-License-Identifier: Apache-2.0
// Offsets of the threads of a CTA from the numbers that an address analysis found.
#pragma once

#include <optional>

#include "collector/analysis/thread_part.h"
#include "core/record/thread_offsets.h"

namespace pstudio::automode {

/// Offsets whose differences within each warp of 32 lanes are those of the numbers; none if the
/// bits of the threads' numbers do not lead to them by a sum or an exclusive or. Numbers that
/// differ by a constant have the same offsets, unless an exclusive or inverts bits of that
/// constant. O(threads).
std::optional<record::ThreadOffsets> laneOffsets(const ThreadPart &part);

} // namespace pstudio::automode
