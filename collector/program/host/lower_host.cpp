// SPDX-License-Identifier: Apache-2.0
// The order of upstream's passes for host code.
#include "collector/program/host/lower_host.h"

#include <array>
#include <optional>

#include "collector/diagnostics/diagnostics.h"
#include "collector/program/host/host_bounds.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/AsyncToLLVM/AsyncToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/NVGPUToNVVM/NVGPUToNVVM.h"
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
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace pstudio::program {
namespace {

constexpr llvm::StringLiteral kAtCall = "pstudioAtCall";

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

/// A number that is the same in every run, as an extent of a memref with a static shape is.
std::optional<uint32_t> constantOf(mlir::Value value) {
  llvm::SmallVector<mlir::OpFoldResult> folded;
  if (mlir::Operation *op = value.getDefiningOp(); mlir::isa_and_nonnull<mlir::memref::DimOp>(op) &&
                                                   mlir::succeeded(op->fold(folded)) &&
                                                   !folded.empty())
    if (const auto number = mlir::getConstantIntValue(folded.front()); number && *number > 0)
      return static_cast<uint32_t>(*number);
  llvm::APInt number;
  if (!mlir::matchPattern(value, mlir::m_ConstantInt(&number)) || number.getActiveBits() > 32)
    return std::nullopt;
  return static_cast<uint32_t>(number.getZExtValue());
}

std::optional<std::array<uint32_t, 3>> constantsOf(mlir::gpu::KernelDim3 extents) {
  std::array<uint32_t, 3> numbers{};
  for (const auto &[number, value] :
       llvm::zip(numbers, std::array{extents.x, extents.y, extents.z}))
    if (const std::optional<uint32_t> constant = constantOf(value))
      number = *constant;
    else
      return std::nullopt;
  return numbers;
}

PlannedLaunch planOf(mlir::gpu::LaunchFuncOp launch) {
  PlannedLaunch plan;
  plan.module = launch.getKernelModuleName().str();
  plan.kernel = launch.getKernelName().str();
  plan.grid = constantsOf(launch.getGridSizeOperandValues());
  plan.block = constantsOf(launch.getBlockSizeOperandValues());
  plan.cluster = launch.hasClusterSize() ? constantsOf(launch.getClusterSizeOperandValues())
                                         : std::array<uint32_t, 3>{1, 1, 1};
  const mlir::Value shared = launch.getDynamicSharedMemorySize();
  plan.dynamicSharedBytes = shared ? constantOf(shared) : uint32_t{0};
  return plan;
}

/// True for operations that are announced to the runtime, which uses the announcement as the place
/// of messages.
bool isCallSite(mlir::Operation *op) {
  return mlir::isa<mlir::gpu::LaunchFuncOp, mlir::nvgpu::TmaCreateDescriptorOp>(op);
}

void announceCalls(mlir::ModuleOp module, std::vector<CallSite> &sites) {
  mlir::OpBuilder builder(module.getContext());
  llvm::SmallVector<mlir::Operation *> calls;
  module.walk([&](mlir::Operation *op) {
    if (isCallSite(op))
      calls.push_back(op);
  });
  if (calls.empty())
    return;
  builder.setInsertionPointToStart(module.getBody());
  auto declaration = builder.create<mlir::func::FuncOp>(
      module.getLoc(), kAtCall, builder.getFunctionType({builder.getI32Type()}, {}));
  declaration.setPrivate();
  for (mlir::Operation *call : calls) {
    builder.setInsertionPoint(call);
    mlir::Value number = builder.create<mlir::arith::ConstantIntOp>(
        call->getLoc(), static_cast<int64_t>(sites.size()), 32);
    builder.create<mlir::func::CallOp>(call->getLoc(), declaration, number);
    CallSite &site = sites.emplace_back(CallSite{locationText(call->getLoc())});
    if (auto launch = mlir::dyn_cast<mlir::gpu::LaunchFuncOp>(call))
      site.launch = planOf(launch);
  }
}

/// A kernel receives a tensor map as the address of its copy on the device. Upstream's lowering of
/// launches does not support the type.
void passTensorMapsByAddress(mlir::ModuleOp module) {
  mlir::OpBuilder builder(module.getContext());
  module.walk([&](mlir::gpu::LaunchFuncOp launch) {
    builder.setInsertionPoint(launch);
    for (mlir::OpOperand &operand : launch->getOpOperands())
      if (mlir::isa<mlir::nvgpu::TensorMapDescriptorType>(operand.get().getType()))
        operand.set(
            builder
                .create<mlir::UnrealizedConversionCastOp>(
                    launch.getLoc(), builder.getType<mlir::LLVM::LLVMPointerType>(), operand.get())
                .getResult(0));
  });
}

void buildPipeline(mlir::OpPassManager &passes, bool hasCoroutines) {
  passes.addPass(mlir::createConvertNVGPUToNVVMPass()); // tensor maps
  passes.addPass(mlir::createLowerAffinePass());
  passes.addPass(createHostBoundsPass());
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

mlir::LogicalResult lowerHost(mlir::ModuleOp module, std::vector<CallSite> &sites) {
  if (mlir::failed(makeAsynchronous(module)))
    return mlir::failure();
  announceCalls(module, sites);
  passTensorMapsByAddress(module);
  mlir::PassManager passes(module.getContext());
  buildPipeline(passes, hasAsyncOperations(module));
  return passes.run(module);
}

} // namespace pstudio::program
