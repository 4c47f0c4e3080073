// SPDX-License-Identifier: Apache-2.0
// Replaces asynchronous copies by loads and stores.
#include "collector/codegen/to_amd/convert_gpu_to_amd.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace pstudio::amd {
namespace {

namespace nvgpu = mlir::nvgpu;

/// The elements of the source, followed by zeros if there are fewer than the destination has.
mlir::Value load(mlir::OpBuilder &builder, nvgpu::DeviceAsyncCopyOp copy) {
  const mlir::Location location = copy.getLoc();
  const auto source = mlir::cast<mlir::MemRefType>(copy.getSrc().getType());
  const auto type =
      mlir::VectorType::get({copy.getDstElements().getSExtValue()}, source.getElementType());
  if (!copy.getSrcElements())
    return builder.create<mlir::vector::LoadOp>(location, type, copy.getSrc(),
                                                copy.getSrcIndices());
  const auto maskType = mlir::VectorType::get(type.getShape(), builder.getI1Type());
  mlir::Value mask =
      builder.create<mlir::vector::CreateMaskOp>(location, maskType, copy.getSrcElements());
  mlir::Value zeros =
      builder.create<mlir::arith::ConstantOp>(location, type, builder.getZeroAttr(type));
  return builder.create<mlir::vector::MaskedLoadOp>(location, type, copy.getSrc(),
                                                    copy.getSrcIndices(), mask, zeros);
}

struct ExpandAsyncCopiesPass
    : mlir::PassWrapper<ExpandAsyncCopiesPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandAsyncCopiesPass)

  llvm::StringRef getArgument() const override { return "pstudio-expand-async-copies"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::arith::ArithDialect, mlir::vector::VectorDialect>();
  }

  void runOnOperation() override {
    llvm::SmallVector<mlir::Operation *> done;
    getOperation().walk([&](nvgpu::DeviceAsyncCopyOp copy) {
      mlir::OpBuilder builder(copy);
      const mlir::Value elements = load(builder, copy);
      builder.create<mlir::vector::StoreOp>(copy.getLoc(), elements, copy.getDst(),
                                            copy.getDstIndices());
      done.push_back(copy);
    });
    getOperation().walk([&](nvgpu::DeviceAsyncCreateGroupOp group) { done.push_back(group); });
    getOperation().walk([&](nvgpu::DeviceAsyncWaitOp wait) { done.push_back(wait); });
    // Waits use groups, groups use copies.
    for (mlir::Operation *op : llvm::reverse(done)) {
      if (!op->use_empty()) {
        op->emitError("hands its token on, which has no lowering for AMD's GPUs");
        return signalPassFailure();
      }
      op->erase();
    }
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createExpandAsyncCopiesPass() {
  return std::make_unique<ExpandAsyncCopiesPass>();
}

} // namespace pstudio::amd
