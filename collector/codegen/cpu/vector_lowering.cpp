// SPDX-License-Identifier: Apache-2.0
// Vector operations to the ones that LLVM's vectors can hold.
#include "collector/codegen/cpu/convert_gpu_to_cpu.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace pstudio::cpu {
namespace {

struct LowerVectorsPass
    : mlir::PassWrapper<LowerVectorsPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerVectorsPass)

  llvm::StringRef getArgument() const override { return "pstudio-lower-vectors"; }

  void runOnOperation() override {
    mlir::RewritePatternSet patterns(&getContext());
    mlir::vector::populateVectorToVectorCanonicalizationPatterns(patterns);
    mlir::vector::populateVectorBroadcastLoweringPatterns(patterns);
    mlir::vector::populateVectorContractLoweringPatterns(patterns,
                                                         mlir::vector::VectorTransformsOptions());
    mlir::vector::populateVectorMaskOpLoweringPatterns(patterns);
    mlir::vector::populateVectorShapeCastLoweringPatterns(patterns);
    mlir::vector::populateVectorTransposeLoweringPatterns(patterns,
                                                          mlir::vector::VectorTransformsOptions());
    mlir::vector::populateVectorTransferLoweringPatterns(patterns, /*maxTransferRank=*/1);
    mlir::vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
    if (mlir::failed(mlir::applyPatternsAndFoldGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createLowerVectorsPass() {
  return std::make_unique<LowerVectorsPass>();
}

} // namespace pstudio::cpu
