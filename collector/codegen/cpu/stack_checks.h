// SPDX-License-Identifier: Apache-2.0
// Stack memory whose size is known only while the kernel runs.
#pragma once

#include "collector/runtime/cpu/program_map.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Before every alloca that is executed more than once or has no constant size, and before every
/// call of a function of the kernel that was not inlined (recursion): a test whether the thread's
/// stack has room for it. A failing thread reports its source line. Arrays that a function has once
/// are bounded at compile time (checkStackUse() in supported_ir.h).
void insertStackChecks(llvm::Module &module, ProgramMap &map);

} // namespace pstudio::cpu
