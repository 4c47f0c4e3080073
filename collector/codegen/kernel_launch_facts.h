// SPDX-License-Identifier: Apache-2.0
// Properties of a kernel's source that the targets' lowerings preserve.
#pragma once

#include "collector/codegen/kernel_module.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace pstudio {

/// Marks the atomic operations of the source whose memory order is to be kept: those of LLVM
/// dialect.
void noteOrderedAtomics(mlir::gpu::GPUModuleOp module);

/// In a module that is lowered to LLVM dialect: memref's atomic operations guarantee no order, as
/// in CUDA, but upstream lowers them to ordered ones. They become relaxed, of `syncScope` if it is
/// not empty. Operations that noteOrderedAtomics() marked keep their order. Loads of kGuessScope
/// become plain ones.
void relaxAtomics(mlir::gpu::GPUModuleOp module, llvm::StringRef syncScope);

/// Numbers of the kernel's parameters that are buffers of the caller, which aligns them. A
/// descriptor guarantees no alignment of its pointers.
llvm::SmallVector<unsigned> bufferParameters(mlir::gpu::GPUFuncOp kernel, ArgumentForm form);

/// Alignment of every buffer argument that the compiled code relies on, so that neighbouring
/// elements are read and written 16 bytes at a time [bytes]. The drivers' allocations have 256.
inline constexpr int64_t kBufferAlignment = 16;
/// Adds kBufferAlignment to the parameters that bufferParameters() returned.
void promiseBufferAlignment(mlir::LLVM::LLVMFuncOp kernel, llvm::ArrayRef<unsigned> buffers);

} // namespace pstudio
