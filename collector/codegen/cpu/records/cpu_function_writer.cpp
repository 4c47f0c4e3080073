// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/cpu/records/cpu_function_writer.h"

using namespace mlir;

namespace pstudio {

LLVM::LLVMFuncOp findOrDeclare(gpu::GPUModuleOp module, StringRef name, Type result,
                               ArrayRef<Type> arguments) {
  if (auto found = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return found;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  return builder.create<LLVM::LLVMFuncOp>(module.getLoc(), name,
                                          LLVM::LLVMFunctionType::get(result, arguments));
}

} // namespace pstudio
