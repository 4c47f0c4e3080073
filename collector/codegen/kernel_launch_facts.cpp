// SPDX-License-Identifier: Apache-2.0
// Orders of atomic operations; parameters that are buffers.
#include "collector/codegen/kernel_launch_facts.h"

#include "collector/codegen/stages/guess_scope.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace pstudio {
namespace {

/// Marks atomic operations of the source whose memory order is kept.
constexpr llvm::StringLiteral kKeepsOrder = "pstudio.keeps_order";

} // namespace

void noteOrderedAtomics(mlir::gpu::GPUModuleOp module) {
  module.walk([](mlir::Operation *op) {
    if (mlir::isa<mlir::LLVM::AtomicRMWOp, mlir::LLVM::AtomicCmpXchgOp>(op))
      op->setDiscardableAttr(kKeepsOrder, mlir::UnitAttr::get(op->getContext()));
  });
}

void relaxAtomics(mlir::gpu::GPUModuleOp module, llvm::StringRef syncScope) {
  const auto relaxed = mlir::LLVM::AtomicOrdering::monotonic;
  module.walk([&](mlir::LLVM::AtomicRMWOp op) {
    if (op->removeDiscardableAttr(kKeepsOrder))
      return;
    op.setOrdering(relaxed);
    if (!syncScope.empty())
      op.setSyncscope(syncScope);
  });
  module.walk([](mlir::LLVM::LoadOp op) {
    if (op.getSyncscope() != llvm::StringRef(kGuessScope))
      return;
    op.setOrdering(mlir::LLVM::AtomicOrdering::not_atomic);
    op.removeSyncscopeAttr();
  });
  module.walk([&](mlir::LLVM::AtomicCmpXchgOp op) {
    if (op->removeDiscardableAttr(kKeepsOrder))
      return;
    op.setSuccessOrdering(relaxed);
    op.setFailureOrdering(relaxed);
    if (!syncScope.empty())
      op.setSyncscope(syncScope);
  });
}

llvm::SmallVector<unsigned> bufferParameters(mlir::gpu::GPUFuncOp kernel, ArgumentForm form) {
  llvm::SmallVector<unsigned> numbers;
  if (form == ArgumentForm::Descriptors)
    return numbers;
  for (const auto &[index, type] : llvm::enumerate(kernel.getArgumentTypes()))
    if (mlir::isa<mlir::MemRefType>(type))
      numbers.push_back(static_cast<unsigned>(index));
  return numbers;
}

void promiseBufferAlignment(mlir::LLVM::LLVMFuncOp kernel, llvm::ArrayRef<unsigned> buffers) {
  mlir::Builder builder(kernel.getContext());
  for (const unsigned buffer : buffers)
    kernel.setArgAttr(buffer, mlir::LLVM::LLVMDialect::getAlignAttrName(),
                      builder.getI64IntegerAttr(kBufferAlignment));
}

} // namespace pstudio
