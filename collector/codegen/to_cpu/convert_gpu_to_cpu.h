// SPDX-License-Identifier: Apache-2.0
// The pass that lowers a gpu.module to LLVM dialect for the CPU target.
#pragma once

#include <memory>
#include <string>

#include "collector/codegen/kernel_module.h"

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio::cpu {

/// On a gpu.module without scf, affine and multi-dimensional vector operations: everything to LLVM
/// dialect. Memrefs are passed in the form given; ids, barriers, shuffles and asynchronous copies
/// become calls of intrinsics.h; workgroup buffers become globals in address space 3. An operation
/// without an implementation on the CPU is an error that names it. Operations of the nvvm dialect
/// stay, for nvvm_calls.h. `kernel` is the gpu.func to keep; other gpu.funcs are dropped.
std::unique_ptr<mlir::Pass> createConvertGpuToCpuPass(std::string kernel, std::string dataLayout,
                                                      ArgumentForm form);

} // namespace pstudio::cpu
