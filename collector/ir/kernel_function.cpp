// SPDX-License-Identifier: Apache-2.0
// Recognition of kernels and returns in the dialects.
#include "collector/ir/kernel_function.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

namespace pstudio {

bool isKernelFunction(Operation *function) {
  if (auto kernel = dyn_cast<gpu::GPUFuncOp>(function))
    return kernel.isKernel();
  auto kernel = dyn_cast<LLVM::LLVMFuncOp>(function);
  if (!kernel)
    return false;
  const LLVM::CConv convention = kernel.getCConv();
  return kernel->hasAttr("gpu.kernel") || kernel->hasAttr("nvvm.kernel") ||
         kernel->hasAttr("rocdl.kernel") || convention == LLVM::CConv::PTX_Kernel ||
         convention == LLVM::CConv::AMDGPU_KERNEL;
}

void forEachReturn(FunctionOpInterface function, llvm::function_ref<void(Operation *)> visit) {
  for (Block &block : function.getFunctionBody()) {
    Operation *last = block.empty() ? nullptr : &block.back();
    if (last && (isa<gpu::ReturnOp>(last) || last->hasTrait<OpTrait::ReturnLike>()))
      visit(last);
  }
}

} // namespace pstudio
