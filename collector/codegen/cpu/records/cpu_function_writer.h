// SPDX-License-Identifier: Apache-2.0
// Writes the bodies of the pstudio.profile functions.
#pragma once

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/codegen/cpu/intrinsics.h"
#include "collector/codegen/records/llvm_writer.h"

namespace pstudio {

/// The function of this name in the module, declared if it is not there.
mlir::LLVM::LLVMFuncOp findOrDeclare(mlir::gpu::GPUModuleOp module, llvm::StringRef name,
                                     mlir::Type result, llvm::ArrayRef<mlir::Type> arguments);

/// Writes one function, instruction by instruction. All are straight lines with early returns.
class FunctionWriter : public LlvmWriter {
public:
  FunctionWriter(mlir::gpu::GPUModuleOp module, mlir::LLVM::LLVMFuncOp function)
      : LlvmWriter(mlir::OpBuilder(module.getContext()), module.getLoc()), m_module(module),
        m_function(function) {
    builder().setInsertionPointToStart(function.addEntryBlock(builder()));
  }

  mlir::Value argument(unsigned index) { return m_function.getArgument(index); }
  mlir::Value marker(std::string_view name, mlir::Type result) {
    mlir::LLVM::LLVMFuncOp callee = findOrDeclare(m_module, llvm::StringRef(name), result, {});
    return make<mlir::LLVM::CallOp>(callee, mlir::ValueRange()).getResult();
  }
  void callMarker(std::string_view name, llvm::ArrayRef<mlir::Value> arguments) {
    llvm::SmallVector<mlir::Type> types;
    for (mlir::Value argument : arguments)
      types.push_back(argument.getType());
    mlir::LLVM::LLVMFuncOp callee =
        findOrDeclare(m_module, llvm::StringRef(name),
                      mlir::LLVM::LLVMVoidType::get(m_module.getContext()), types);
    make<mlir::LLVM::CallOp>(callee, arguments);
  }
  void copy(mlir::Value to, mlir::Value from, mlir::Value bytes) {
    make<mlir::LLVM::MemcpyOp>(to, from, bytes, /*isVolatile=*/false);
  }

  mlir::Value null() { return make<mlir::LLVM::ZeroOp>(pointer()); }

  /// Lanes for which `condition` is false leave the function (which returns nothing).
  void returnUnless(mlir::Value condition) {
    mlir::Block *leave = addBlock();
    mlir::Block *stay = addBlock();
    make<mlir::LLVM::CondBrOp>(condition, stay, leave);
    builder().setInsertionPointToStart(leave);
    finish();
    builder().setInsertionPointToStart(stay);
  }
  void returnIfNull(mlir::Value address) {
    returnUnless(compare(mlir::LLVM::ICmpPredicate::ne, address, null()));
  }
  void finish(mlir::Value result = mlir::Value()) {
    make<mlir::LLVM::ReturnOp>(result ? mlir::ValueRange(result) : mlir::ValueRange());
  }

  /// i1: thread (0, 0, 0) of the CTA.
  mlir::Value isFirstThread() {
    mlir::Value any = marker(cpu::intrinsics::kThreadId[0], i32());
    for (size_t dimension : {1, 2})
      any = bitOr(any, marker(cpu::intrinsics::kThreadId[dimension], i32()));
    return compare(mlir::LLVM::ICmpPredicate::eq, any, constant(i32(), 0));
  }
  /// i1: no other lane of the warp is still running.
  mlir::Value isLastLane() {
    mlir::Value one = constant(i32(), 1);
    mlir::Value lane = marker(cpu::intrinsics::kLaneId, i32());
    mlir::Value self = shiftLeft(one, lane);
    return compare(mlir::LLVM::ICmpPredicate::eq, marker(cpu::intrinsics::kLiveMask, i32()), self);
  }

private:
  mlir::Block *addBlock() {
    mlir::Block *block = new mlir::Block;
    m_function.getBody().push_back(block);
    return block;
  }

  mlir::gpu::GPUModuleOp m_module;
  mlir::LLVM::LLVMFuncOp m_function;
};

} // namespace pstudio
