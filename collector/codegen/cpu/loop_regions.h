// SPDX-License-Identifier: Apache-2.0
// Loops of a function with the blocks of their breaks.
#pragma once

#include <vector>

#include "collector/codegen/cpu/program_order.h"

namespace pstudio::cpu {

/// Outer regions before inner ones. O(blocks x loops).
std::vector<LoopRegion> findLoopRegions(llvm::Function &function);

} // namespace pstudio::cpu
