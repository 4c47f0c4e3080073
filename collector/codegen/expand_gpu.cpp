// SPDX-License-Identifier: Apache-2.0
// Expands gpu operations that need several instructions, and adds facts about the launch to
// kernels.
#include "collector/codegen/expand_gpu.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/MathExtras.h"

namespace pstudio {
namespace {

/// gpu.block_dim as the constant that it is.
struct BlockDimensionIsKnown : mlir::OpRewritePattern<mlir::gpu::BlockDimOp> {
  BlockDimensionIsKnown(mlir::MLIRContext *context, std::array<int32_t, 3> blockSize)
      : OpRewritePattern(context), block(blockSize) {}
  mlir::LogicalResult matchAndRewrite(mlir::gpu::BlockDimOp op,
                                      mlir::PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<mlir::arith::ConstantIndexOp>(
        op, block[static_cast<size_t>(op.getDimension())]);
    return mlir::success();
  }
  std::array<int32_t, 3> block;
};

/// gpu.subgroup_size as the constant that it is.
struct SubgroupSizeIsKnown : mlir::OpRewritePattern<mlir::gpu::SubgroupSizeOp> {
  SubgroupSizeIsKnown(mlir::MLIRContext *context, uint32_t warpLanes)
      : OpRewritePattern(context), lanes(warpLanes) {}
  mlir::LogicalResult matchAndRewrite(mlir::gpu::SubgroupSizeOp op,
                                      mlir::PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<mlir::arith::ConstantIndexOp>(op, lanes);
    return mlir::success();
  }
  uint32_t lanes;
};

/// gpu.thread_id along a dimension of one thread is 0.
struct LoneThreadIsTheFirst : mlir::OpRewritePattern<mlir::gpu::ThreadIdOp> {
  LoneThreadIsTheFirst(mlir::MLIRContext *context, std::array<int32_t, 3> blockSize)
      : OpRewritePattern(context), block(blockSize) {}
  mlir::LogicalResult matchAndRewrite(mlir::gpu::ThreadIdOp op,
                                      mlir::PatternRewriter &rewriter) const override {
    if (block[static_cast<size_t>(op.getDimension())] != 1)
      return mlir::failure();
    rewriter.replaceOpWithNewOp<mlir::arith::ConstantIndexOp>(op, 0);
    return mlir::success();
  }
  std::array<int32_t, 3> block;
};

/// The number of the thread in its CTA, x fastest, as hardware numbers threads into warps.
mlir::Value threadNumber(mlir::PatternRewriter &rewriter, mlir::Location location,
                         std::array<int32_t, 3> block) {
  const auto constant = [&](int64_t value) -> mlir::Value {
    return rewriter.create<mlir::arith::ConstantIndexOp>(location, value);
  };
  const auto id = [&](mlir::gpu::Dimension dimension) -> mlir::Value {
    return rewriter.create<mlir::gpu::ThreadIdOp>(location, dimension);
  };
  mlir::Value number = id(mlir::gpu::Dimension::z);
  for (const auto dimension : {mlir::gpu::Dimension::y, mlir::gpu::Dimension::x}) {
    number = rewriter.create<mlir::arith::MulIOp>(location, number,
                                                  constant(block[static_cast<size_t>(dimension)]));
    number = rewriter.create<mlir::arith::AddIOp>(location, number, id(dimension));
  }
  return number;
}

/// gpu.subgroup_id from the thread's number: no target has a register that keeps to the numbering.
struct SubgroupIdFromThread : mlir::OpRewritePattern<mlir::gpu::SubgroupIdOp> {
  SubgroupIdFromThread(mlir::MLIRContext *context, std::array<int32_t, 3> blockSize,
                       uint32_t warpLanes)
      : OpRewritePattern(context), block(blockSize), lanes(warpLanes) {}
  mlir::LogicalResult matchAndRewrite(mlir::gpu::SubgroupIdOp op,
                                      mlir::PatternRewriter &rewriter) const override {
    const mlir::Value number = threadNumber(rewriter, op.getLoc(), block);
    const mlir::Value warp = rewriter.create<mlir::arith::ConstantIndexOp>(op.getLoc(), lanes);
    rewriter.replaceOpWithNewOp<mlir::arith::DivUIOp>(op, number, warp);
    return mlir::success();
  }
  std::array<int32_t, 3> block;
  uint32_t lanes;
};

/// gpu.num_subgroups as the constant that it is; the last warp may be incomplete.
struct SubgroupCountIsKnown : mlir::OpRewritePattern<mlir::gpu::NumSubgroupsOp> {
  SubgroupCountIsKnown(mlir::MLIRContext *context, std::array<int32_t, 3> block, uint32_t lanes)
      : OpRewritePattern(context),
        count(llvm::divideCeil(uint64_t{1} * static_cast<uint32_t>(block[0]) *
                                   static_cast<uint32_t>(block[1]) *
                                   static_cast<uint32_t>(block[2]),
                               lanes)) {}
  mlir::LogicalResult matchAndRewrite(mlir::gpu::NumSubgroupsOp op,
                                      mlir::PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<mlir::arith::ConstantIndexOp>(op, static_cast<int64_t>(count));
    return mlir::success();
  }
  uint64_t count;
};

/// gpu.printf passes values as C passes variable arguments: as integers of at least 32 bits.
/// Upstream's lowering promotes floats only, and %d would read the bytes after a narrower integer.
struct PrintfPromotesIntegers : mlir::OpRewritePattern<mlir::gpu::PrintfOp> {
  using OpRewritePattern::OpRewritePattern;
  mlir::LogicalResult matchAndRewrite(mlir::gpu::PrintfOp op,
                                      mlir::PatternRewriter &rewriter) const override {
    const auto isNarrow = [](mlir::Value value) {
      return value.getType().isSignlessInteger() && value.getType().getIntOrFloatBitWidth() < 32;
    };
    if (llvm::none_of(op.getArgs(), isNarrow))
      return mlir::failure();
    rewriter.modifyOpInPlace(op, [&] {
      for (mlir::OpOperand &argument : op->getOpOperands())
        if (isNarrow(argument.get()))
          argument.set(promoted(argument.get(), op.getLoc(), rewriter));
    });
    return mlir::success();
  }

private:
  /// A truth value is 0 or 1, as on the CPU target.
  static mlir::Value promoted(mlir::Value value, mlir::Location location,
                              mlir::PatternRewriter &rewriter) {
    const mlir::Type word = rewriter.getI32Type();
    if (value.getType().isInteger(1))
      return rewriter.create<mlir::arith::ExtUIOp>(location, word, value);
    return rewriter.create<mlir::arith::ExtSIOp>(location, word, value);
  }
};

struct ExpandGpuPass
    : mlir::PassWrapper<ExpandGpuPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandGpuPass)

  ExpandGpuPass(std::array<uint32_t, 3> block, uint32_t lanes)
      : m_block{static_cast<int32_t>(block[0]), static_cast<int32_t>(block[1]),
                static_cast<int32_t>(block[2])},
        m_lanes(lanes) {}

  llvm::StringRef getArgument() const override { return "pstudio-expand-gpu"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<mlir::arith::ArithDialect>();
  }

  void runOnOperation() override {
    if (mlir::failed(tellBlockSize()) || mlir::failed(expand()))
      signalPassFailure();
  }

private:
  mlir::LogicalResult tellBlockSize() {
    for (auto function : getOperation().getOps<mlir::gpu::GPUFuncOp>()) {
      if (!function.isKernel())
        continue;
      const auto known = function.getKnownBlockSize();
      if (known && *known != llvm::ArrayRef<int32_t>(m_block))
        return function.emitError("known_block_size differs from the block of the launch, ")
               << m_block[0] << "x" << m_block[1] << "x" << m_block[2];
      function.setKnownBlockSize(m_block);
    }
    return mlir::success();
  }

  mlir::LogicalResult expand() {
    mlir::RewritePatternSet patterns(&getContext());
    patterns.add<BlockDimensionIsKnown, LoneThreadIsTheFirst>(&getContext(), m_block);
    patterns.add<SubgroupSizeIsKnown>(&getContext(), m_lanes);
    patterns.add<SubgroupIdFromThread, SubgroupCountIsKnown>(&getContext(), m_block, m_lanes);
    patterns.add<PrintfPromotesIntegers>(&getContext());
    mlir::populateGpuGlobalIdPatterns(patterns);
    mlir::populateGpuShufflePatterns(patterns);
    mlir::GreedyRewriteConfig config;
    config.enableRegionSimplification = mlir::GreedySimplifyRegionLevel::Normal;
    return mlir::applyPatternsAndFoldGreedily(getOperation(), std::move(patterns), config);
  }

  std::array<int32_t, 3> m_block;
  uint32_t m_lanes;
};

} // namespace

std::unique_ptr<mlir::Pass> createExpandGpuPass(std::array<uint32_t, 3> block, uint32_t lanes) {
  return std::make_unique<ExpandGpuPass>(block, lanes);
}

} // namespace pstudio
