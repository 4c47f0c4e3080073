// SPDX-License-Identifier: Apache-2.0
// Vector operations and views to the ones that LLVM has a counterpart for.
#include "collector/codegen/simplify_for_llvm.h"

#include "collector/codegen/scoped_allocas.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace pstudio {
namespace {

/// Merges no blocks, as passes of MLIR that apply patterns do by default: records, or other
/// operations at which the lanes of a warp meet, would become one place.
mlir::LogicalResult apply(mlir::Operation *module, mlir::RewritePatternSet patterns) {
  mlir::GreedyRewriteConfig config;
  config.enableRegionSimplification = mlir::GreedySimplifyRegionLevel::Normal;
  return mlir::applyPatternsAndFoldGreedily(module, std::move(patterns), config);
}

/// convert-vector-to-scf without its merging of blocks.
struct VectorToLoopsPass
    : mlir::PassWrapper<VectorToLoopsPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VectorToLoopsPass)

  llvm::StringRef getArgument() const override { return "pstudio-vector-to-loops"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::affine::AffineDialect, mlir::memref::MemRefDialect, mlir::scf::SCFDialect,
                    mlir::tensor::TensorDialect>();
  }

  void runOnOperation() override {
    mlir::RewritePatternSet transfers(&getContext());
    mlir::vector::populateVectorTransferPermutationMapLoweringPatterns(transfers);
    mlir::RewritePatternSet loops(&getContext());
    mlir::populateVectorToSCFConversionPatterns(loops);
    if (mlir::failed(apply(getOperation(), std::move(transfers))) ||
        mlir::failed(apply(getOperation(), std::move(loops))))
      signalPassFailure();
  }
};

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
    if (mlir::failed(apply(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace

void buildSimplifyForLlvm(mlir::OpPassManager &inModule, unsigned stackSpace) {
  inModule.addPass(std::make_unique<VectorToLoopsPass>());
  inModule.addPass(std::make_unique<SimplifyForLlvmPass>());
  inModule.addPass(createFreeScopedAllocasPass(stackSpace));
  inModule.addPass(mlir::createLowerAffinePass());
  inModule.addPass(mlir::createConvertSCFToCFPass());
}

} // namespace pstudio
