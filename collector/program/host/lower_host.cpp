// SPDX-License-Identifier: Apache-2.0
// The order of upstream's passes for host code.
#include "collector/program/host/lower_host.h"

#include "collector/codegen/diagnostics.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/AsyncToLLVM/AsyncToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/Async/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace pstudio::program {
namespace {

constexpr llvm::StringLiteral kAtLaunch = "pstudioAtLaunch";

bool isAsynchronous(mlir::Operation *op) {
  auto async = mlir::dyn_cast<mlir::gpu::AsyncOpInterface>(op);
  return async && (async.getAsyncToken() || !async.getAsyncDependencies().empty());
}

/// Operations that upstream lowers only with a token.
bool needsToken(mlir::Operation *op) {
  if (auto alloc = mlir::dyn_cast<mlir::gpu::AllocOp>(op))
    return !alloc.getHostShared();
  return mlir::isa<mlir::gpu::DeallocOp, mlir::gpu::MemcpyOp, mlir::gpu::MemsetOp>(op);
}

/// Whether the program's author left it to the compiler to order the function's GPU operations.
bool wantsAsyncRegion(mlir::func::FuncOp function) {
  bool isNeeded = false;
  bool isDone = false;
  function.walk([&](mlir::Operation *op) {
    isDone = isDone || isAsynchronous(op);
    isNeeded = isNeeded || needsToken(op);
  });
  return isNeeded && !isDone;
}

mlir::LogicalResult makeAsynchronous(mlir::ModuleOp module) {
  mlir::PassManager passes(module.getContext(), mlir::func::FuncOp::getOperationName());
  passes.addPass(mlir::createGpuAsyncRegionPass());
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (wantsAsyncRegion(function) && mlir::failed(passes.run(function)))
      return mlir::failure();
  return mlir::success();
}

void announceLaunches(mlir::ModuleOp module, std::vector<std::string> &launchSites) {
  mlir::OpBuilder builder(module.getContext());
  llvm::SmallVector<mlir::gpu::LaunchFuncOp> launches;
  module.walk([&](mlir::gpu::LaunchFuncOp launch) { launches.push_back(launch); });
  if (launches.empty())
    return;
  builder.setInsertionPointToStart(module.getBody());
  auto declaration = builder.create<mlir::func::FuncOp>(
      module.getLoc(), kAtLaunch, builder.getFunctionType({builder.getI32Type()}, {}));
  declaration.setPrivate();
  for (mlir::gpu::LaunchFuncOp launch : launches) {
    builder.setInsertionPoint(launch);
    mlir::Value number = builder.create<mlir::arith::ConstantIntOp>(
        launch.getLoc(), static_cast<int64_t>(launchSites.size()), 32);
    builder.create<mlir::func::CallOp>(launch.getLoc(), declaration, number);
    launchSites.push_back(locationText(launch.getLoc()));
  }
}

void buildPipeline(mlir::OpPassManager &passes, bool hasCoroutines) {
  passes.addPass(mlir::createConvertVectorToSCFPass());
  passes.addPass(mlir::memref::createExpandStridedMetadataPass());
  passes.addPass(mlir::createLowerAffinePass());
  passes.addPass(mlir::createConvertSCFToCFPass());
  // Before vectors, whose printing would declare functions that the program may have declared.
  passes.addPass(mlir::createConvertFuncToLLVMPass());
  passes.addPass(mlir::createConvertVectorToLLVMPass());
  passes.addPass(mlir::createConvertMathToLLVMPass());
  passes.addPass(mlir::createConvertMathToLibmPass());
  passes.addPass(mlir::createConvertIndexToLLVMPass());
  passes.addPass(mlir::createGpuToLLVMConversionPass());
  if (hasCoroutines) {
    passes.addPass(mlir::createAsyncToAsyncRuntimePass());
    passes.addPass(mlir::createAsyncRuntimeRefCountingPass());
    passes.addPass(mlir::createConvertAsyncToLLVMPass());
  }
  passes.addPass(mlir::createArithToLLVMConversionPass());
  passes.addPass(mlir::createConvertControlFlowToLLVMPass());
  passes.addPass(mlir::createUBToLLVMConversionPass());
  passes.addPass(mlir::createConvertFuncToLLVMPass());
  passes.addPass(mlir::createReconcileUnrealizedCastsPass());
  passes.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass());
}

bool hasAsyncOperations(mlir::ModuleOp module) {
  return module
      .walk([](mlir::Operation *op) {
        return mlir::isa<mlir::async::AsyncDialect>(op->getDialect())
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

} // namespace

void registerHostDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::affine::AffineDialect, mlir::arith::ArithDialect, mlir::async::AsyncDialect,
                  mlir::cf::ControlFlowDialect, mlir::func::FuncDialect, mlir::gpu::GPUDialect,
                  mlir::index::IndexDialect, mlir::LLVM::LLVMDialect, mlir::math::MathDialect,
                  mlir::memref::MemRefDialect, mlir::NVVM::NVVMDialect, mlir::nvgpu::NVGPUDialect,
                  mlir::scf::SCFDialect, mlir::ub::UBDialect, mlir::vector::VectorDialect>();
}

mlir::LogicalResult lowerHost(mlir::ModuleOp module, std::vector<std::string> &launchSites) {
  if (mlir::failed(makeAsynchronous(module)))
    return mlir::failure();
  announceLaunches(module, launchSites);
  mlir::PassManager passes(module.getContext());
  buildPipeline(passes, hasAsyncOperations(module));
  return passes.run(module);
}

} // namespace pstudio::program
