// SPDX-License-Identifier: Apache-2.0
// From an instrumented kernel of LLVM IR to LLVM IR again.
#pragma once

#include <array>

#include "collector/codegen/kernel_module.h"
#include "collector/foreign/foreign_module.h"

namespace pstudio::nvidia {

/// LLVM IR of all kernels of `module`, which was read from LLVM IR: its own instructions as they
/// were, records as inline PTX. The module is consumed. Errors as compileKernel().
Result<foreign::ForeignModule::Exported>
lowerForeign(KernelModule &module, const std::array<uint32_t, 3> &block, RecordLanes lanes);

} // namespace pstudio::nvidia
