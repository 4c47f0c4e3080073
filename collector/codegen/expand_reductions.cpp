// SPDX-License-Identifier: Apache-2.0
// Upstream's expansions, where there is something to expand.
#include "collector/codegen/expand_reductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace pstudio {
namespace {

constexpr unsigned kLanes = 32;

bool isReduction(mlir::Operation *op) {
  return mlir::isa<mlir::gpu::AllReduceOp, mlir::gpu::SubgroupReduceOp>(op);
}

/// The first one, or null.
mlir::Operation *findReduction(mlir::gpu::GPUModuleOp module) {
  mlir::Operation *found = nullptr;
  module.walk([&](mlir::Operation *op) {
    if (!isReduction(op))
      return mlir::WalkResult::advance();
    found = op;
    return mlir::WalkResult::interrupt();
  });
  return found;
}

struct ExpandReductionsPass
    : mlir::PassWrapper<ExpandReductionsPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandReductionsPass)

  llvm::StringRef getArgument() const override { return "pstudio-expand-reductions"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::arith::ArithDialect, mlir::cf::ControlFlowDialect,
                    mlir::memref::MemRefDialect>();
  }

  void runOnOperation() override {
    if (!findReduction(getOperation()))
      return;
    mlir::RewritePatternSet patterns(&getContext());
    mlir::populateGpuAllReducePatterns(patterns);
    mlir::populateGpuBreakDownSubgrupReducePatterns(patterns);
    mlir::populateGpuLowerSubgroupReduceToShufflePattenrs(patterns, kLanes);
    mlir::GreedyRewriteConfig config;
    // Equal barriers in different branches must stay apart.
    config.enableRegionSimplification = mlir::GreedySimplifyRegionLevel::Normal;
    if (mlir::failed(
            mlir::applyPatternsAndFoldGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    if (mlir::Operation *left = findReduction(getOperation())) {
      left->emitOpError("has no expansion for this type or place; gpu.all_reduce is expanded where "
                        "it is marked uniform");
      signalPassFailure();
    }
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createExpandReductionsPass() {
  return std::make_unique<ExpandReductionsPass>();
}

uint64_t sharedBytesOfReduction(mlir::gpu::AllReduceOp op) {
  const mlir::Type type = op.getType(); // one element for each warp that a CTA can have
  const unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return uint64_t{kLanes} * ((bits + 7) / 8);
}

} // namespace pstudio
