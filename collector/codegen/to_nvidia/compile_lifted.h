// SPDX-License-Identifier: Apache-2.0
// Compiles a kernel that was lifted from PTX: its module with records in that entry.
#pragma once

#include <string_view>

#include "collector/codegen/to_nvidia/compile_kernel.h"

namespace pstudio::foreign {
class LiftedModule;
} // namespace pstudio::foreign

namespace pstudio::nvidia {

/// The architecture that the PTX is for. InvalidInput if `wanted` is another one; an empty one
/// allows each.
Result<Architecture> architectureOfPtx(const foreign::LiftedModule &lifted,
                                       std::string_view wanted);

/// The PTX without a change, for a launch of its lifted entry.
PtxKernel originalOf(const foreign::LiftedModule &lifted);

/// compileKernel() of the lifted entry of `module`.
Result<PtxKernel> compileLifted(KernelModule &module, const CompileOptions &options);

} // namespace pstudio::nvidia
