// SPDX-License-Identifier: Apache-2.0
// Moves arrays of constant size, brackets the scopes of others.
#include "collector/codegen/scoped_allocas.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SetVector.h"

namespace pstudio {
namespace {

using namespace mlir;

struct FreeScopedAllocasPass : PassWrapper<FreeScopedAllocasPass, OperationPass<gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FreeScopedAllocasPass)

  explicit FreeScopedAllocasPass(unsigned space) : stackSpace(space) {}

  llvm::StringRef getArgument() const override { return "pstudio-free-scoped-allocas"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<LLVM::LLVMDialect>();
  }

  void runOnOperation() override {
    llvm::SetVector<Operation *> bracketed;
    llvm::SmallVector<memref::AllocaOp> allocas;
    getOperation().walk([&](memref::AllocaOp alloca) { allocas.push_back(alloca); });
    for (memref::AllocaOp alloca : llvm::reverse(allocas)) // each moves before earlier ones
                                                           // earlier
      place(alloca, bracketed);
    getOperation().walk<WalkOrder::PostOrder>([&](Operation *scope) {
      if (bracketed.contains(scope))
        bracket(scope->getRegion(0).front());
      if (auto explicitScope = dyn_cast<memref::AllocaScopeOp>(scope))
        replaceByBody(explicitScope);
    });
  }

private:
  static void place(memref::AllocaOp alloca, llvm::SetVector<Operation *> &bracketed) {
    Operation *scope = alloca->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
    auto function = alloca->getParentOfType<FunctionOpInterface>();
    const bool isFreed = scope && isa<LoopLikeOpInterface, memref::AllocaScopeOp>(scope);
    if (!isFreed || !function || !scope->getRegion(0).hasOneBlock())
      return;
    if (alloca.getType().hasStaticShape() && alloca->getNumOperands() == 0) {
      Block &entry = function.getFunctionBody().front();
      alloca->moveBefore(&entry, entry.begin());
    } else {
      bracketed.insert(scope);
    }
  }

  void bracket(Block &body) const {
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    const auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), stackSpace);
    const Location location = body.getParentOp()->getLoc();
    Value saved = builder.create<LLVM::StackSaveOp>(location, pointer);
    builder.setInsertionPoint(body.getTerminator());
    builder.create<LLVM::StackRestoreOp>(location, saved);
  }

  static void replaceByBody(memref::AllocaScopeOp scope) {
    Block &body = scope.getBodyRegion().front();
    Operation *leave = body.getTerminator();
    const llvm::SmallVector<Value> results(leave->getOperands());
    IRRewriter rewriter(scope.getContext());
    rewriter.inlineBlockBefore(&body, scope);
    rewriter.eraseOp(leave);
    rewriter.replaceOp(scope, results);
  }

  unsigned stackSpace = 0;
};

} // namespace

std::unique_ptr<Pass> createFreeScopedAllocasPass(unsigned stackSpace) {
  return std::make_unique<FreeScopedAllocasPass>(stackSpace);
}

} // namespace pstudio
