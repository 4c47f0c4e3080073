// SPDX-License-Identifier: Apache-2.0
// proton-gpu-allocate-scratch: the profile buffer argument and the size of a block.
#include "collector/passes/passes.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "collector/passes/record_bounds.h"
#include "collector/passes/segment_layout.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONGPUALLOCATESCRATCH
#include "collector/passes/passes.h.inc"

namespace {

/// Counters of a warp: 8 MiB.
constexpr uint64_t kMaxCounters = 1 << 20;

class ProtonGPUAllocateScratchPass
    : public impl::ProtonGPUAllocateScratchBase<ProtonGPUAllocateScratchPass> {
public:
  using ProtonGPUAllocateScratchBase::ProtonGPUAllocateScratchBase;

  void runOnOperation() override {
    if (failed(forEachSegment(
            getOperation(), [&](auto kernel, auto segment) { return allocate(kernel, segment); })))
      signalPassFailure();
  }

private:
  LogicalResult allocate(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment) {
    if (segment.getBuffer())
      return success();
    if (failed(checkSizes(segment, slotsPerUnit, lanesPerWarp)) || failed(sizeSegment(segment)) ||
        failed(sizeKept(segment)))
      return failure();
    addBuffer(kernel, segment);
    return success();
  }

  /// Capacity of a unit's segment in the block.
  uint32_t globalSlots(proton_gpu::SegmentAllocOp segment) const {
    if (slotsPerUnit != 0)
      return slotsPerUnit;
    const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
    const bool isThread = type.getGranularity() == proton_gpu::Granularity::Thread;
    const uint32_t least =
        std::max(isThread ? kDefaultThreadSlots : kDefaultGlobalSlots, type.getSlots());
    return std::max(least, slotsForAll(segment));
  }

  /// As many as a unit may write, or as the option allows. Lanes that diverge record one group
  /// after the other, which the bound does not count: hence twice as many.
  uint32_t slotsForAll(proton_gpu::SegmentAllocOp segment) const {
    const std::optional<uint64_t> most =
        mostSlots(cast<FunctionOpInterface>(segment->getParentOp()));
    return most && *most < mostAutomaticSlots / 2 ? static_cast<uint32_t>(std::bit_ceil(2 * *most))
                                                  : std::bit_floor(mostAutomaticSlots.getValue());
  }

  LogicalResult sizeKept(proton_gpu::SegmentAllocOp segment) const {
    if (!proton_gpu::isDoubleBuffered(segment.getStrategy()))
      return success();
    const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
    if (globalSlots(segment) < type.getSlots())
      return segment.emitOpError("of ")
             << type.getSlots() << " slots cannot be handed over through " << globalSlots(segment)
             << ": use at least as many slots";
    segment.setKeeps(globalSlots(segment));
    return success();
  }

  LogicalResult sizeSegment(proton_gpu::SegmentAllocOp segment) {
    const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
    if (type.isAllocated())
      return success();
    if (type.getMemorySpace() == proton_gpu::MemorySpace::Shared)
      return segment.emitOpError(
          "has no shared memory: run proton-gpu-allocate-shared-memory first");
    const auto units = unitsOf(segment, threadsPerCta, lanesPerWarp);
    if (failed(units))
      return failure();
    setUnits(segment, *units);
    if (segment.getStrategy() == proton_gpu::Strategy::Histogram)
      return sizeCounters(segment);
    const uint32_t slots = globalSlots(segment);
    const bool isStaged = segment.getStrategy() == proton_gpu::Strategy::Stream;
    setSlots(segment, isStaged ? std::min(slots, kGlobalStagingSlots) : slots);
    return success();
  }

  /// A counter for each bin of each operation, rounded up to a power of two.
  static LogicalResult sizeCounters(proton_gpu::SegmentAllocOp segment) {
    auto kernel = segment->getParentOfType<gpu::GPUFuncOp>();
    uint64_t counters = proton_gpu::kMinSlots;
    if (const auto table = kernel->getAttrOfType<ArrayAttr>(proton_gpu::kOperationsAttribute))
      for (const auto operation : table.getAsRange<proton_gpu::OperationAttr>())
        if (operation.getAccess() && operation.getAccess().getCounted())
          counters = std::max(counters, uint64_t{table.size()} *
                                            operation.getAccess().getCounted().getBins());
    if (counters > kMaxCounters)
      return segment.emitOpError("would need ")
             << counters << " counters for each CTA, more than " << kMaxCounters
             << ": count in fewer bins, or include fewer functions";
    setSlots(segment, static_cast<uint32_t>(llvm::PowerOf2Ceil(counters)));
    return success();
  }

  static void addBuffer(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment) {
    MLIRContext *context = kernel.getContext();
    Builder builder(context);
    const unsigned index = kernel.getNumArguments();
    kernel.insertArgument(index, LLVM::LLVMPointerType::get(context),
                          builder.getDictionaryAttr(builder.getNamedAttr(
                              proton_gpu::kProfileBufferAttribute, builder.getUnitAttr())),
                          segment.getLoc());
    segment.getBufferMutable().assign(kernel.getArgument(index));
    const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
    kernel->setAttr(proton_gpu::kUnitCountAttribute,
                    builder.getI32IntegerAttr(static_cast<int32_t>(*segment.getUnits())));
    kernel->setAttr(proton_gpu::kSlotsPerUnitAttribute,
                    builder.getI32IntegerAttr(
                        static_cast<int32_t>(segment.getKeeps().value_or(type.getSlots()))));
    if (proton_gpu::isDoubleBuffered(segment.getStrategy()))
      kernel->setAttr(proton_gpu::kFlushedSlotsAttribute,
                      builder.getI32IntegerAttr(static_cast<int32_t>(type.getSlots() / 2)));
  }
};

} // namespace
} // namespace pstudio
