// SPDX-License-Identifier: Apache-2.0
// Numbers the places where a thread can wait, counts iterations, and lets loops read the stop flag.
#pragma once

#include "collector/runtime/cpu/program_map.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Adds to map.sites, in the order of program_order.h, every barrier, operation of a warp, copy,
/// wait, record, atomic or volatile access, print and call of the kernel's code, and puts
/// markers::kPosition before each. Those where lanes meet for their order get markers::kOrder, too.
/// Loops that contain such sites are in map.loops and count their iterations. Every back edge of
/// the control flow gets a markers::kPoll.
void insertSites(llvm::Module &module, ProgramMap &map);

} // namespace pstudio::cpu
