// SPDX-License-Identifier: Apache-2.0
// What the targets' lowerings of a kernel have to remember of its source.
#pragma once

#include "collector/codegen/kernel_module.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace pstudio {

/// Marks the atomic operations of the source whose order is meant: those of LLVM dialect.
void noteOrderedAtomics(mlir::gpu::GPUModuleOp module);

/// In a module that is lowered to LLVM dialect: memref's atomic operations promise no order, as
/// CUDA's do not; upstream lowers them to ordered ones. They become relaxed, of `syncScope` if it
/// is not empty. What noteOrderedAtomics() marked keeps its order. Loads of kGuessScope become
/// plain ones.
void relaxAtomics(mlir::gpu::GPUModuleOp module, llvm::StringRef syncScope);

/// Numbers of the kernel's parameters that are buffers of the caller, which aligns them. A
/// descriptor promises nothing about its pointers.
llvm::SmallVector<unsigned> bufferParameters(mlir::gpu::GPUFuncOp kernel, ArgumentForm form);

/// Alignment of every buffer argument that the compiled code relies on, so that neighbouring
/// elements are read and written 16 bytes at a time [bytes]. The drivers' allocations have 256.
inline constexpr int64_t kBufferAlignment = 16;
/// Tells LLVM that parameters, as bufferParameters() gives them, have it.
void promiseBufferAlignment(mlir::LLVM::LLVMFuncOp kernel, llvm::ArrayRef<unsigned> buffers);

} // namespace pstudio
