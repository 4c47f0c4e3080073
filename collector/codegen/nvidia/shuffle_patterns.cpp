// SPDX-License-Identifier: Apache-2.0
// gpu.shuffle as shfl.sync: "Data Movement and Conversion Instructions: shfl.sync", PTX ISA 8.5.
#include "collector/codegen/nvidia/shuffle_patterns.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace pstudio::nvidia {
namespace {

using mlir::Location;
using mlir::Value;
namespace LLVM = mlir::LLVM;
namespace NVVM = mlir::NVVM;
namespace gpu = mlir::gpu;

/// Before upstream's pattern for the same operation.
constexpr unsigned short kPreferred = 2;
constexpr int64_t kLanes = 32;

NVVM::ShflKind kindOf(gpu::ShuffleMode mode) {
  switch (mode) {
  case gpu::ShuffleMode::XOR:
    return NVVM::ShflKind::bfly;
  case gpu::ShuffleMode::UP:
    return NVVM::ShflKind::up;
  case gpu::ShuffleMode::DOWN:
    return NVVM::ShflKind::down;
  case gpu::ShuffleMode::IDX:
    return NVVM::ShflKind::idx;
  }
  return NVVM::ShflKind::idx;
}

/// Whether the width is known to be a whole warp, as it nearly always is.
bool isWholeWarp(Value width) {
  llvm::APInt value;
  return mlir::matchPattern(width, mlir::m_ConstantInt(&value)) && value == kLanes;
}

struct ShuffleLowering : mlir::ConvertOpToLLVMPattern<gpu::ShuffleOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  mlir::LogicalResult matchAndRewrite(gpu::ShuffleOp op, OpAdaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    const mlir::Type type = adaptor.getValue().getType();
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() != 32)
      return rewriter.notifyMatchFailure(op, "not of 32 bits");
    const Location location = op.getLoc();
    const auto constant = [&](int64_t value) -> Value {
      return rewriter.create<LLVM::ConstantOp>(
          location, rewriter.getI32IntegerAttr(static_cast<int32_t>(value)));
    };
    const Value width = adaptor.getWidth();
    const bool isWhole = isWholeWarp(op.getWidth());
    Value mask = constant(-1);
    Value takesPart;
    if (!isWhole) {
      const Value lane = rewriter.create<NVVM::LaneIdOp>(location, rewriter.getI32Type());
      takesPart = rewriter.create<LLVM::ICmpOp>(location, LLVM::ICmpPredicate::ult, lane, width);
      // A lane has to be in its own mask: one beyond the width is alone.
      const Value first = rewriter.create<LLVM::LShrOp>(
          location, mask, rewriter.create<LLVM::SubOp>(location, constant(kLanes), width));
      const Value alone = rewriter.create<LLVM::ShlOp>(location, constant(1), lane);
      mask = rewriter.create<LLVM::SelectOp>(location, takesPart, first, alone);
    }
    // One segment from lane 0 on: the segment mask, bits 8 to 12, is 0. What is left is the bound:
    // the first lane for `up`, the last one for the others.
    const Value bound = op.getMode() == gpu::ShuffleMode::UP
                            ? constant(0)
                            : rewriter.create<LLVM::SubOp>(location, width, constant(1));
    const mlir::Type pair =
        LLVM::LLVMStructType::getLiteral(rewriter.getContext(), {type, rewriter.getI1Type()});
    const Value shuffled =
        rewriter.create<NVVM::ShflOp>(location, pair, mask, adaptor.getValue(), adaptor.getOffset(),
                                      bound, kindOf(op.getMode()), rewriter.getUnitAttr());
    const Value value = rewriter.create<LLVM::ExtractValueOp>(location, shuffled, 0);
    Value valid = rewriter.create<LLVM::ExtractValueOp>(location, shuffled, 1);
    if (!isWhole)
      valid = rewriter.create<LLVM::AndOp>(location, valid, takesPart);
    rewriter.replaceOp(op, {value, valid});
    return mlir::success();
  }
};

} // namespace

void populateShufflePatterns(mlir::LLVMTypeConverter &converter,
                             mlir::RewritePatternSet &patterns) {
  patterns.add<ShuffleLowering>(converter, kPreferred);
}

} // namespace pstudio::nvidia
