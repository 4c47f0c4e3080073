// SPDX-License-Identifier: Apache-2.0
// Numbers the places where a thread can wait, and lets loops look at the stop flag.
#pragma once

#include "collector/runtime/cpu/program_map.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Adds to map.sites, in program order, every barrier, shuffle, copy, wait and instrumentation call
/// of the kernel's code, and puts markers::kPosition before each. Every back edge of the control
/// flow gets a markers::kPoll.
void insertSites(llvm::Module &module, ProgramMap &map);

} // namespace pstudio::cpu
