// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/assert_pattern.h"

#include <cstdint>
#include <string>

#include "collector/codegen/global_text.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace pstudio {
namespace {

namespace LLVM = mlir::LLVM;
using mlir::Location;
using mlir::Value;

/// void f(ptr text, ptr file, i32 line, ptr function, i64 bytes of a character); does not return.
constexpr llvm::StringLiteral kAssertFail = "__assertfail";

struct Place {
  std::string function;
  std::string file = "(unknown)";
  uint32_t line = 0;
};

/// Source location of the assertion: the innermost of inlined calls.
Place placeOf(mlir::cf::AssertOp op) {
  Place place;
  if (auto function = op->getParentOfType<mlir::FunctionOpInterface>())
    place.function = function.getName().str();
  Location location = op.getLoc();
  while (auto call = mlir::dyn_cast<mlir::CallSiteLoc>(location))
    location = call.getCallee();
  if (auto named = mlir::dyn_cast<mlir::NameLoc>(location)) {
    place.function = named.getName().str();
    location = named.getChildLoc();
  }
  if (const auto position = location->findInstanceOf<mlir::FileLineColLoc>()) {
    place.file = position.getFilename().str();
    place.line = position.getLine();
  }
  return place;
}

struct AssertLowering : mlir::ConvertOpToLLVMPattern<mlir::cf::AssertOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  mlir::LogicalResult matchAndRewrite(mlir::cf::AssertOp op, OpAdaptor adaptor,
                                      mlir::ConversionPatternRewriter &rewriter) const override {
    if (!op->getParentOfType<mlir::gpu::GPUModuleOp>())
      return mlir::failure(); // of the host
    mlir::Block *before = op->getBlock();
    mlir::Block *after = rewriter.splitBlock(before, op->getIterator());
    mlir::Block *failed = rewriter.createBlock(after);
    callAssertFail(op, rewriter);
    rewriter.create<LLVM::UnreachableOp>(op.getLoc());
    rewriter.setInsertionPointToEnd(before);
    rewriter.create<LLVM::CondBrOp>(op.getLoc(), adaptor.getArg(), after, failed);
    rewriter.eraseOp(op);
    return mlir::success();
  }

private:
  static void callAssertFail(mlir::cf::AssertOp op, mlir::ConversionPatternRewriter &rewriter) {
    const Location location = op.getLoc();
    const Place place = placeOf(op);
    const Value arguments[] = {
        addressOfText(op, op.getMsg(), "assert_text_", rewriter),
        addressOfText(op, place.file, "assert_file_", rewriter),
        rewriter.create<LLVM::ConstantOp>(
            location, rewriter.getI32IntegerAttr(static_cast<int32_t>(place.line))),
        addressOfText(op, place.function, "assert_function_", rewriter),
        rewriter.create<LLVM::ConstantOp>(location, rewriter.getI64IntegerAttr(1))};
    declare(op->getParentOfType<mlir::gpu::GPUModuleOp>(), mlir::ValueRange(arguments).getTypes(),
            rewriter);
    rewriter.create<LLVM::CallOp>(location, mlir::TypeRange(), kAssertFail, arguments);
  }

  static void declare(mlir::gpu::GPUModuleOp module, mlir::TypeRange parameters,
                      mlir::ConversionPatternRewriter &rewriter) {
    if (module.lookupSymbol(kAssertFail))
      return;
    mlir::OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(module.getBody());
    const auto type = LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(module.getContext()),
                                                  llvm::to_vector(parameters));
    rewriter.create<LLVM::LLVMFuncOp>(rewriter.getUnknownLoc(), kAssertFail, type);
  }
};

} // namespace

void populateAssertPattern(mlir::LLVMTypeConverter &converter, mlir::RewritePatternSet &patterns) {
  patterns.add<AssertLowering>(converter, /*benefit=*/mlir::PatternBenefit(10));
}

} // namespace pstudio
