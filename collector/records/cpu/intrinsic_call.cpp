// SPDX-License-Identifier: Apache-2.0
#include "collector/records/cpu/intrinsic_call.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace pstudio::cpu {

LLVM::CallOp callIntrinsic(OpBuilder &builder, Location location, std::string_view name,
                           Type result, ValueRange arguments) {
  const StringRef symbol(name.data(), name.size());
  auto module = builder.getInsertionBlock()->getParentOp()->getParentOfType<gpu::GPUModuleOp>();
  if (!module.lookupSymbol(symbol)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    const auto type = LLVM::LLVMFunctionType::get(result, SmallVector<Type>(arguments.getTypes()));
    builder.create<LLVM::LLVMFuncOp>(builder.getUnknownLoc(), symbol, type);
  }
  const bool isVoid = isa<LLVM::LLVMVoidType>(result);
  return builder.create<LLVM::CallOp>(location, isVoid ? TypeRange() : TypeRange(result), symbol,
                                      arguments);
}

} // namespace pstudio::cpu
