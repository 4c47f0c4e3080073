// SPDX-License-Identifier: Apache-2.0
// Reports integer divisions that would end the host process.
#pragma once

#include "collector/runtime/cpu/program_map.h"

namespace llvm {
class Module;
} // namespace llvm

namespace pstudio::cpu {

/// Before every scalar integer division whose divisor is not a constant: a test for zero, and for
/// the smallest integer divided by -1. A failing thread reports its source line.
void insertDivisionChecks(llvm::Module &module, ProgramMap &map);

} // namespace pstudio::cpu
