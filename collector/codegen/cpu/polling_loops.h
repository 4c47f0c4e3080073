// SPDX-License-Identifier: Apache-2.0
// Loops that wait for other threads by reading memory.
#pragma once

#include "collector/codegen/cpu/program_order.h"

namespace pstudio::cpu {

/// True if a lane may leave the loop only after another thread has written memory: the condition of
/// an exit depends on the result of an atomic operation, of a volatile or atomic load or, if the
/// loop contains a fence, of any load. O(instructions of the loop).
bool pollsMemory(const LoopRegion &region);

} // namespace pstudio::cpu
