// SPDX-License-Identifier: Apache-2.0
// From an instrumented gpu-dialect kernel to PTX, in this process and without a toolkit.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "collector/codegen/kernel_module.h"
#include "collector/codegen/nvidia/architecture.h"
#include "collector/codegen/nvidia/math_functions.h"
#include "collector/codegen/nvidia/ptx_kernel.h"

namespace pstudio::nvidia {

struct CompileOptions {
  Architecture architecture;
  std::array<uint32_t, 3> block{1, 1, 1}; ///< threads of a CTA: bounds registers, tells uniform ids
  RecordLanes lanes = RecordLanes::All;
  MathFunctions math = MathFunctions::Best;
};

/// Lowers `kernel` to PTX. The MLIR module is consumed: only load it again after this.
/// CompileFailed with the source location of the operation that is to blame; Unsupported for what
/// has no lowering (named). About 0.1 s.
Result<PtxKernel> compileKernel(KernelModule &module, std::string_view kernel,
                                const CompileOptions &options);

} // namespace pstudio::nvidia
