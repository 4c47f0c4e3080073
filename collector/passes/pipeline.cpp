// SPDX-License-Identifier: Apache-2.0
// The order of the instrumentation passes, and what they noted on a kernel.
#include "collector/passes/pipeline.h"

#include <string>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

#include "collector/passes/passes.h"

using namespace mlir;

namespace pstudio {
namespace {

gpu::GPUFuncOp findKernel(ModuleOp module, std::string_view name) {
  gpu::GPUFuncOp found;
  module.walk([&](gpu::GPUFuncOp function) {
    if (function.getName() != StringRef(name))
      return WalkResult::advance();
    found = function;
    return WalkResult::interrupt();
  });
  return found;
}

record::Operation toOperation(proton_gpu::OperationAttr attribute) {
  record::Operation operation;
  operation.kind = attribute.getKind() == proton_gpu::OperationKind::Event
                       ? record::OperationKind::Event
                       : record::OperationKind::Scope;
  operation.name = attribute.getName().str();
  if (attribute.getParent() >= 0)
    operation.parent = OperationId(static_cast<uint32_t>(attribute.getParent()));
  operation.location = attribute.getLocation().str();
  return operation;
}

uint32_t readCount(gpu::GPUFuncOp kernel, StringRef name) {
  const auto attribute = kernel->getAttrOfType<IntegerAttr>(name);
  return attribute ? static_cast<uint32_t>(attribute.getInt()) : 0;
}

} // namespace

Result<void> checkInstrumentable(const InstrumentationMode &mode) {
  using Mode = InstrumentationMode;
  const auto refuse = [](std::string_view part) {
    return fail(ErrorCode::Unsupported,
                "instrumentation with " + std::string(part) + " is not supported", {},
                "leave the option out of the instrumentation mode");
  };
  if (!mode.autoModes.empty() || !mode.include.empty() || !mode.exclude.empty())
    return refuse("modes other than 'default'");
  if (mode.strategy == Mode::Strategy::Flush || mode.strategy == Mode::Strategy::Stream)
    return refuse("the strategies 'flush' and 'stream'");
  if (mode.granularity != Mode::Granularity::Warp)
    return refuse("a granularity other than 'warp'");
  if (mode.metric != Mode::Metric::Cycle)
    return refuse("a metric other than 'cycle'");
  if (!mode.warps.isEmpty() || !mode.ctas.isEmpty() || mode.every != 1)
    return refuse("sampling");
  return {};
}

void buildRecordPipeline(OpPassManager &passes, const ProtonGPUInsertContextOptions &options) {
  OpPassManager &kernels = passes.nest<gpu::GPUModuleOp>();
  kernels.addPass(createProtonAssignOperations());
  kernels.addPass(createProtonGPUInsertContext(options));
  kernels.addPass(createConvertProtonScopesToProtonGPU());
  kernels.addPass(createConvertProtonEventsToProtonGPU());
}

void buildInstrumentPipeline(OpPassManager &passes, const InstrumentOptions &options) {
  if (!options.mode.enabled) {
    passes.addPass(createProtonStrip());
    return;
  }
  using BufferType = InstrumentationMode::BufferType;
  const bool isShared = options.mode.bufferType == BufferType::Shared;
  const bool isAutomatic = options.mode.bufferType == BufferType::Automatic;
  ProtonGPUInsertContextOptions context;
  context.bufferType = isShared ? proton_gpu::MemorySpace::Shared : proton_gpu::MemorySpace::Global;
  context.sharedIfAtMost = isAutomatic ? options.automaticSharedSlots : 0;
  context.strategy = options.mode.strategy == InstrumentationMode::Strategy::First
                         ? proton_gpu::Strategy::First
                         : proton_gpu::Strategy::Circular;
  buildRecordPipeline(passes, context);
  OpPassManager &kernels = passes.nest<gpu::GPUModuleOp>();
  ProtonGPUAllocateSharedMemoryOptions shared;
  shared.threadsPerCta = options.threadsPerCta;
  shared.lanesPerWarp = options.lanesPerWarp;
  shared.slotsPerUnit = isAutomatic ? options.automaticSharedSlots : options.mode.slotsPerUnit;
  shared.bytesFree = options.sharedBytesFree;
  shared.counterBytesPerUnit = options.counterBytesPerUnit;
  kernels.addPass(createProtonGPUAllocateSharedMemory(shared));
  ProtonGPUAllocateScratchOptions scratch;
  scratch.threadsPerCta = options.threadsPerCta;
  scratch.lanesPerWarp = options.lanesPerWarp;
  scratch.slotsPerUnit = options.mode.slotsPerUnit;
  kernels.addPass(createProtonGPUAllocateScratch(scratch));
}

void buildProtonGpuToCpuPipeline(OpPassManager &passes) {
  ConvertProtonGPUToLLVMOptions options;
  options.target = "cpu";
  passes.nest<gpu::GPUModuleOp>().addPass(createConvertProtonGPUToLLVM(options));
}

void buildProtonGpuToNvidiaPipeline(OpPassManager &passes, const NvidiaRecordOptions &options) {
  ConvertProtonGPUToLLVMOptions convert;
  convert.target = "nvidia";
  convert.block = options.block;
  convert.recordLanes = options.lanes;
  passes.nest<gpu::GPUModuleOp>().addPass(createConvertProtonGPUToLLVM(convert));
}

Result<InstrumentedKernel> instrumentedKernel(ModuleOp module, std::string_view function) {
  gpu::GPUFuncOp kernel = findKernel(module, function);
  if (!kernel)
    return fail(ErrorCode::InvalidInput,
                "the module has no gpu.func named '" + std::string(function) + "'");
  InstrumentedKernel result;
  result.unitCount = readCount(kernel, proton_gpu::kUnitCountAttribute);
  result.slotsPerUnit = readCount(kernel, proton_gpu::kSlotsPerUnitAttribute);
  kernel.walk([&](proton_gpu::SegmentAllocOp segment) {
    result.isShared = segment.getShared() != nullptr;
    return WalkResult::interrupt();
  });
  if (const auto table = kernel->getAttrOfType<ArrayAttr>(proton_gpu::kOperationsAttribute))
    for (Attribute entry : table)
      if (const auto operation = dyn_cast<proton_gpu::OperationAttr>(entry))
        result.operations.operations.push_back(toOperation(operation));
  return result;
}

} // namespace pstudio
