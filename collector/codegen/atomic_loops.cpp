// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/atomic_loops.h"

#include "collector/codegen/math_intrinsics.h"
#include "collector/codegen/stages/guess_scope.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Pass/Pass.h"

namespace pstudio {
namespace {

using mlir::Value;
namespace LLVM = mlir::LLVM;
namespace arith = mlir::arith;
namespace memref = mlir::memref;

bool hasInstruction(arith::AtomicRMWKind kind) {
  switch (kind) {
  case arith::AtomicRMWKind::mulf:
  case arith::AtomicRMWKind::muli:
  case arith::AtomicRMWKind::maximumf:
  case arith::AtomicRMWKind::minimumf:
  case arith::AtomicRMWKind::maxnumf:
  case arith::AtomicRMWKind::minnumf:
    return false;
  default:
    return true;
  }
}

bool isLoop(memref::AtomicRMWOp op, AtomicFloats floats) {
  const bool isArithmetic = op.getKind() != arith::AtomicRMWKind::assign;
  return !hasInstruction(op.getKind()) ||
         (floats == AtomicFloats::WithoutBf16 && isArithmetic && op.getType().isBF16());
}

void makeLoop(memref::AtomicRMWOp op) {
  mlir::ImplicitLocOpBuilder builder(op.getLoc(), op);
  auto loop = builder.create<memref::GenericAtomicRMWOp>(op.getMemref(), op.getIndices());
  builder.setInsertionPointToStart(loop.getBody());
  const Value next = arith::getReductionOp(op.getKind(), builder, op.getLoc(),
                                           loop.getCurrentValue(), op.getValue());
  builder.create<memref::AtomicYieldOp>(next);
  op.replaceAllUsesWith(loop.getResult());
  op.erase();
}

/// True for sizes with atomic memory accesses.
bool isAtomicWidth(mlir::Type element) {
  const unsigned bits = element.getIntOrFloatBitWidth();
  return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

struct ExpandAtomicsPass
    : mlir::PassWrapper<ExpandAtomicsPass, mlir::OperationPass<mlir::gpu::GPUModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandAtomicsPass)

  explicit ExpandAtomicsPass(AtomicFloats floats) : m_floats(floats) {}

  llvm::StringRef getArgument() const override { return "pstudio-expand-atomics"; }

  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect>();
  }

  void runOnOperation() override {
    getOperation().walk([&](mlir::Operation *op) { expand(op); });
  }

private:
  void expand(mlir::Operation *op) {
    if (!mlir::isa<memref::AtomicRMWOp, memref::GenericAtomicRMWOp>(op))
      return;
    if (const mlir::Type element = op->getResult(0).getType(); !isAtomicWidth(element)) {
      op->emitOpError("on elements of type ")
          << element << " has no lowering: only on elements of 8, 16, 32 or 64 bits";
      return signalPassFailure();
    }
    if (auto update = mlir::dyn_cast<memref::AtomicRMWOp>(op); update && isLoop(update, m_floats))
      makeLoop(update);
  }

  AtomicFloats m_floats;
};

/// A load, then a loop of computation and compare-and-swap until no other thread has stored in
/// between.
struct AtomicLoopLowering : mlir::ConvertOpToLLVMPattern<memref::GenericAtomicRMWOp> {
  explicit AtomicLoopLowering(const mlir::LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, kPreferred) {}

  mlir::LogicalResult matchAndRewrite(memref::GenericAtomicRMWOp op, OpAdaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    const mlir::Location location = op.getLoc();
    const auto memrefType = mlir::cast<mlir::MemRefType>(op.getMemref().getType());
    const mlir::Type element = getTypeConverter()->convertType(memrefType.getElementType());
    const mlir::Type word = rewriter.getIntegerType(element.getIntOrFloatBitWidth());
    mlir::Block *before = op->getBlock();
    mlir::Block *after = rewriter.splitBlock(before, op->getIterator());
    mlir::Block *loop = rewriter.createBlock(after, {word}, {location});

    rewriter.setInsertionPointToEnd(before);
    const Value address = getStridedElementPtr(location, memrefType, adaptor.getMemref(),
                                               adaptor.getIndices(), rewriter);
    const Value guess = rewriter.create<LLVM::LoadOp>(
        location, word, address, /*alignment=*/word.getIntOrFloatBitWidth() / 8,
        /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
        LLVM::AtomicOrdering::monotonic, llvm::StringRef(kGuessScope));
    rewriter.create<LLVM::BrOp>(location, guess, loop);

    rewriter.setInsertionPointToEnd(loop);
    const Value current = loop->getArgument(0);
    const Value next = computed(op, current, element, rewriter);
    auto exchange = rewriter.create<LLVM::AtomicCmpXchgOp>(location, address, current, next,
                                                           LLVM::AtomicOrdering::acq_rel,
                                                           LLVM::AtomicOrdering::monotonic);
    const Value found = rewriter.create<LLVM::ExtractValueOp>(location, exchange, 0);
    const Value isStored = rewriter.create<LLVM::ExtractValueOp>(location, exchange, 1);
    rewriter.create<LLVM::CondBrOp>(location, isStored, after, mlir::ValueRange(), loop, found);

    rewriter.setInsertionPoint(op);
    rewriter.replaceOp(op, cast(found, element, rewriter));
    return mlir::success();
  }

private:
  static Value cast(Value value, mlir::Type type, mlir::ConversionPatternRewriter &rewriter) {
    if (value.getType() == type)
      return value;
    return rewriter.create<LLVM::BitcastOp>(value.getLoc(), type, value);
  }

  /// Converts between a type of the source and its converted type.
  static Value unconverted(Value value, mlir::Type type,
                           mlir::ConversionPatternRewriter &rewriter) {
    if (value.getType() == type)
      return value;
    return rewriter.create<mlir::UnrealizedConversionCastOp>(value.getLoc(), type, value)
        .getResult(0);
  }

  /// The body with `current` as the value in memory: the bits of what it yields.
  static Value computed(memref::GenericAtomicRMWOp op, Value current, mlir::Type element,
                        mlir::ConversionPatternRewriter &rewriter) {
    mlir::IRMapping values;
    const Value argument = cast(current, element, rewriter);
    values.map(op.getCurrentValue(),
               unconverted(argument, op.getCurrentValue().getType(), rewriter));
    mlir::Block &body = *op.getBody();
    for (mlir::Operation &inner : body.without_terminator())
      rewriter.clone(inner, values);
    const Value result = values.lookupOrDefault(body.getTerminator()->getOperand(0));
    return cast(unconverted(result, element, rewriter), current.getType(), rewriter);
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createExpandAtomicsPass(AtomicFloats floats) {
  return std::make_unique<ExpandAtomicsPass>(floats);
}

void populateAtomicLoopPattern(mlir::LLVMTypeConverter &converter,
                               mlir::RewritePatternSet &patterns) {
  patterns.add<AtomicLoopLowering>(converter);
}

} // namespace pstudio
