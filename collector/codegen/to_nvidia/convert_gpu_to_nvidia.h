// SPDX-License-Identifier: Apache-2.0
// The passes that lower a gpu.module to LLVM dialect for NVIDIA's GPUs.
#pragma once

#include <memory>
#include <string>

#include "collector/codegen/kernel_module.h"

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio::nvidia {

/// On a gpu.module without scf, affine, nvgpu and multi-dimensional vector operations: everything
/// to LLVM and NVVM dialect. Memrefs are passed in the form given; workgroup buffers become globals
/// in address space 3; mathematical functions that the chip has no instruction for become calls of
/// libdevice's names (__nv_expf). An operation without a lowering is an error that names it.
std::unique_ptr<mlir::Pass> createConvertGpuToNvidiaPass(std::string dataLayout, ArgumentForm form);

} // namespace pstudio::nvidia
