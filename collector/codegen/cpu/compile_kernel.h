// SPDX-License-Identifier: Apache-2.0
// From an instrumented gpu-dialect kernel to a program of the CPU target.
#pragma once

#include <string_view>

#include "collector/codegen/cpu/cpu_program.h"
#include "collector/codegen/kernel_module.h"

namespace pstudio::cpu {

/// Lowers `kernel` to LLVM IR and compiles it. The module is consumed: only kernel() names stay meaningful. Fails with
/// CompileFailed or Unsupported and the source location of the operation that is to blame.
Result<CpuProgram> compileKernel(KernelModule &module, std::string_view kernel);

} // namespace pstudio::cpu
