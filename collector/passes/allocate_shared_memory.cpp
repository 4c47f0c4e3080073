// SPDX-License-Identifier: Apache-2.0
// proton-gpu-allocate-shared-memory: a workgroup buffer for the slots of shared segments.
#include "collector/passes/passes.h"

#include <algorithm>
#include <bit>

#include "collector/passes/segment_layout.h"
#include "core/record/record_layout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONGPUALLOCATESHAREDMEMORY
#include "collector/passes/passes.h.inc"

namespace {

class ProtonGPUAllocateSharedMemoryPass
    : public impl::ProtonGPUAllocateSharedMemoryBase<ProtonGPUAllocateSharedMemoryPass> {
public:
  using ProtonGPUAllocateSharedMemoryBase::ProtonGPUAllocateSharedMemoryBase;

  void runOnOperation() override {
    if (failed(forEachSegment(
            getOperation(), [&](auto kernel, auto segment) { return allocate(kernel, segment); })))
      signalPassFailure();
  }

private:
  LogicalResult allocate(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment) {
    const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
    if (type.isAllocated() || type.getMemorySpace() != proton_gpu::MemorySpace::Shared)
      return success();
    if (failed(checkSizes(segment, slotsPerUnit, lanesPerWarp)))
      return failure();
    const auto units = unitsOf(segment, threadsPerCta, lanesPerWarp);
    if (failed(units))
      return failure();
    const FailureOr<uint32_t> slots = chooseSlots(kernel, segment, units->count());
    if (failed(slots))
      return failure();
    attach(kernel, segment, *units, *slots);
    return success();
  }

  FailureOr<uint32_t> chooseSlots(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                                  uint32_t units) {
    const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
    const bool isThread = type.getGranularity() == proton_gpu::Granularity::Thread;
    // Every buffer starts at a multiple of 16 bytes. A thread keeps its count to itself.
    const uint64_t counterBytes =
        isThread ? 0 : llvm::alignTo(uint64_t{units} * counterBytesPerUnit, 16);
    const uint64_t segmentBytes = bytesFree > counterBytes ? bytesFree - counterBytes : 0;
    const uint64_t slotsThatFit = segmentBytes / (uint64_t{units} * record::kSlotBytes);
    const uint64_t automatic =
        std::min<uint64_t>(std::bit_floor(slotsThatFit), std::bit_floor<uint32_t>(mostSlots));
    const uint64_t wanted = slotsPerUnit != 0 ? uint64_t{slotsPerUnit} : automatic;
    const uint64_t least =
        slotsPerUnit != 0 ? uint64_t{slotsPerUnit} : leastSlots(kernel, segment.getStrategy());
    if (wanted <= slotsThatFit && wanted >= least)
      return static_cast<uint32_t>(wanted);
    return segment.emitOpError("needs ")
           << least * units * record::kSlotBytes + counterBytes << " bytes of shared memory ("
           << units << " " << unitWord(type.getGranularity()) << ", " << least
           << " slots each), but " << bytesFree.getValue()
           << " are free: " << wayOut(segment.getStrategy());
  }

  uint32_t leastSlots(gpu::GPUFuncOp kernel, proton_gpu::Strategy strategy) const {
    return proton_gpu::isDoubleBuffered(strategy)
               ? leastDoubleBufferedSlots(recordsPerLaneAddresses(kernel), lanesPerWarp)
               : kMinAutomaticSharedSlots;
  }

  static StringRef wayOut(proton_gpu::Strategy strategy) {
    return strategy == proton_gpu::Strategy::Flush
               ? "use the mode strategy=circular"
               : "use fewer slots or the mode buffer_type=global";
  }

  static StringRef unitWord(proton_gpu::Granularity granularity) {
    switch (granularity) {
    case proton_gpu::Granularity::Thread:
      return "threads";
    case proton_gpu::Granularity::Warp:
      return "warps";
    default:
      return "units";
    }
  }

  static void attach(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                     const record::RecordingUnits &units, uint32_t slots) {
    OpBuilder builder(segment);
    const auto space =
        gpu::AddressSpaceAttr::get(kernel.getContext(), gpu::AddressSpace::Workgroup);
    const auto type = MemRefType::get({int64_t{units.count()} * slots}, builder.getI64Type(),
                                      MemRefLayoutAttrInterface(), space);
    segment.getSharedMutable().assign(kernel.addWorkgroupAttribution(type, segment.getLoc()));
    setUnits(segment, units);
    setSlots(segment, slots);
  }
};

} // namespace
} // namespace pstudio
