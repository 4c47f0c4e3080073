// SPDX-License-Identifier: Apache-2.0
// The passes that lower a gpu.module to LLVM dialect for AMD's GPUs.
#pragma once

#include <memory>
#include <string>

#include "collector/codegen/amd/architecture.h"
#include "collector/codegen/kernel_module.h"

namespace mlir {
class Pass;
} // namespace mlir

namespace pstudio::amd {

/// On a gpu.module: copies of nvgpu.device_async_copy are made where they are issued, by a load and
/// a store, so that no wait is necessary.
std::unique_ptr<mlir::Pass> createExpandAsyncCopiesPass();

/// On a gpu.module: bf16 is computed in f32, and every result rounded to the nearest, so that the
/// conversion may keep bf16 as the integers that matrix instructions take. The results are those of
/// the CPU target, except for mathematical functions that AMD computes itself and for vector.fma,
/// whose product the CPU target also rounds. Rounding in another way and operations under a mask
/// are errors.
std::unique_ptr<mlir::Pass> createExpandBfloatPass();

/// On a gpu.module without scf, affine, nvgpu, multi-dimensional vector operations and arithmetic
/// of bf16: everything to LLVM and ROCDL dialect. Memrefs are passed in the form given; workgroup
/// buffers become globals in address space 3; mathematical functions that the back end does not
/// expand become calls of AMD's device library. An operation without a lowering is an error that
/// names it.
std::unique_ptr<mlir::Pass> createConvertGpuToAmdPass(const Architecture &architecture,
                                                      std::string dataLayout, ArgumentForm form);

} // namespace pstudio::amd
