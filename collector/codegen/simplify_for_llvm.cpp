// SPDX-License-Identifier: Apache-2.0
// Vector operations and views to the ones that LLVM has a counterpart for.
#include "collector/codegen/simplify_for_llvm.h"

#include "collector/codegen/scoped_allocas.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace pstudio {
namespace {

struct SimplifyForLlvmPass
    : mlir::PassWrapper<SimplifyForLlvmPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SimplifyForLlvmPass)

  llvm::StringRef getArgument() const override { return "pstudio-simplify-for-llvm"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::affine::AffineDialect>();
  }

  void runOnOperation() override {
    mlir::RewritePatternSet patterns(&getContext());
    mlir::vector::populateVectorToVectorCanonicalizationPatterns(patterns);
    mlir::vector::populateVectorBroadcastLoweringPatterns(patterns);
    mlir::vector::populateVectorContractLoweringPatterns(patterns,
                                                         mlir::vector::VectorTransformsOptions());
    mlir::vector::populateVectorMaskOpLoweringPatterns(patterns);
    mlir::vector::populateVectorMultiReductionLoweringPatterns(
        patterns, mlir::vector::VectorMultiReductionLowering::InnerReduction);
    mlir::vector::populateVectorScanLoweringPatterns(patterns);
    mlir::vector::populateVectorShapeCastLoweringPatterns(patterns);
    mlir::vector::populateVectorTransposeLoweringPatterns(patterns,
                                                          mlir::vector::VectorTransformsOptions());
    mlir::vector::populateVectorTransferLoweringPatterns(patterns, /*maxTransferRank=*/1);
    mlir::vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
    mlir::memref::populateExpandStridedMetadataPatterns(patterns);
    mlir::GreedyRewriteConfig config;
    config.enableRegionSimplification = mlir::GreedySimplifyRegionLevel::Normal;
    if (mlir::failed(
            mlir::applyPatternsAndFoldGreedily(getOperation(), std::move(patterns), config)))
      signalPassFailure();
  }
};

} // namespace

void buildSimplifyForLlvm(mlir::OpPassManager &inModule, unsigned stackSpace) {
  inModule.addPass(mlir::createConvertVectorToSCFPass());
  inModule.addPass(std::make_unique<SimplifyForLlvmPass>());
  inModule.addPass(createFreeScopedAllocasPass(stackSpace));
  inModule.addPass(mlir::createLowerAffinePass());
  inModule.addPass(mlir::createConvertSCFToCFPass());
}

} // namespace pstudio
