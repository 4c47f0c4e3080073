// SPDX-License-Identifier: Apache-2.0
// Allocates the memory of segments: shared memory, or the profile buffer, which becomes a kernel
// argument.
#include "collector/passes/allocate_segments.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

#include "collector/passes/call_contexts.h"
#include "collector/passes/passes.h"
#include "collector/passes/record_bounds.h"
#include "core/record/record_layout.h"
#include "core/record/recording_units.h"
#include "core/run/record_room.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONGPUALLOCATESCRATCH
#define GEN_PASS_DEF_PROTONGPUALLOCATESHAREDMEMORY
#include "collector/passes/passes.h.inc"

namespace {

/// Smallest automatic capacity of a global segment whose kernel cannot write more [slots].
constexpr uint32_t kMinAutomaticGlobalSlots = 32;
/// Most slots that a streamed unit without shared memory fills before it flushes a half.
constexpr uint32_t kGlobalStagingSlots = 256;
/// Smallest automatic capacity of a shared segment [slots].
constexpr uint32_t kMinAutomaticSharedSlots = 16;
/// Counters of a warp: 8 MiB.
constexpr uint64_t kMaxCounters = 1 << 20;

// The limits of the instrumentation mode equal the limits of the passes.
static_assert(proton_gpu::kMinSlots == std::bit_ceil(record::kMaxRecordSlots));
static_assert(proton_gpu::kMinDoubleBufferedSlots == 2 * record::kMinFlushedSlots);

/// The units of the segment in CTAs of that size. Fails, with an error at `segment`, if the warps
/// that it samples are not all there.
FailureOr<record::RecordingUnits> unitsOf(proton_gpu::SegmentAllocOp segment,
                                          uint32_t threadsPerCta, uint32_t lanesPerWarp) {
  const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
  const uint32_t threads = std::max(1u, threadsPerCta);
  const auto warps = static_cast<uint32_t>(llvm::divideCeil(threads, lanesPerWarp));
  IdRanges sampled;
  if (const std::optional<StringRef> text = segment.getWarps())
    sampled = IdRanges::parse(std::string_view(*text)).value(); // the verifier has parsed it
  if (!sampled.isEmpty() && sampled.ranges().back().last >= warps)
    return segment.emitOpError("samples warps ")
           << sampled.toString() << ", but a CTA of " << threads << " threads has "
           << (warps == 1 ? "warp 0 only" : "warps 0-" + std::to_string(warps - 1));
  return record::RecordingUnits(static_cast<record::Granularity>(type.getGranularity()), threads,
                                lanesPerWarp, sampled);
}

/// All sampled warps count in the one segment of the CTA.
void setSharedUnit(proton_gpu::SegmentAllocOp segment) {
  segment.setUnits(1);
  const std::optional<StringRef> text = segment.getWarps();
  if (!text)
    return;
  const IdRanges sampled = IdRanges::parse(std::string_view(*text)).value();
  std::vector<int32_t> warps;
  for (size_t i = 0; i < sampled.countBelow(UINT32_MAX); ++i)
    warps.push_back(static_cast<int32_t>(sampled.at(i)));
  segment.setRecorders(warps);
}

/// Stores the units in attributes of the segment.
void setUnits(proton_gpu::SegmentAllocOp segment, const record::RecordingUnits &units) {
  if (segment.getStrategy() == proton_gpu::Strategy::Histogram)
    return setSharedUnit(segment);
  segment.setUnits(units.count());
  const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
  const bool isOneToOne = type.getGranularity() == proton_gpu::Granularity::Thread ||
                          type.getGranularity() == proton_gpu::Granularity::Warp;
  if (isOneToOne && units.isPlain())
    return;
  const std::vector<int32_t> recorders(units.recorders().begin(), units.recorders().end());
  segment.setRecorders(recorders);
}

/// The one segment of a kernel, or null if it has none. Fails, with an error, if there are several.
FailureOr<proton_gpu::SegmentAllocOp> findSegment(gpu::GPUFuncOp kernel) {
  proton_gpu::SegmentAllocOp found;
  for (auto segment : kernel.getBody().front().getOps<proton_gpu::SegmentAllocOp>()) {
    if (found) {
      InFlightDiagnostic error =
          segment.emitOpError("is the second segment of its kernel: only one is supported");
      error.attachNote(found.getLoc()) << "the first segment is here";
      return error;
    }
    found = segment;
  }
  return found;
}

/// True if the kernel, or a function that it calls, stores accesses with an address for each lane.
bool recordsPerLaneAddresses(gpu::GPUFuncOp kernel) {
  bool found = false;
  const auto look = [&](proton_gpu::StoreOp store) { found |= store.getEach().has_value(); };
  kernel.walk(look);
  for (RecordingCallee &callee : recordingCallees(kernel))
    callee.function.walk(look);
  return found;
}

/// Fails, with an error at `segment`, unless `slots` can be the capacity of a segment and
/// `lanesPerWarp` is not 0.
LogicalResult checkSizes(proton_gpu::SegmentAllocOp segment, uint32_t slots,
                         uint32_t lanesPerWarp) {
  if (lanesPerWarp == 0)
    return segment.emitOpError("cannot be allocated: lanes-per-warp must be at least 1, but is 0");
  const bool isDoubleBuffered = proton_gpu::isDoubleBuffered(segment.getStrategy());
  const auto recordsAddresses = [&] {
    return recordsPerLaneAddresses(segment->getParentOfType<gpu::GPUFuncOp>());
  };
  const uint32_t least = isDoubleBuffered
                             ? leastDoubleBufferedSlots(recordsAddresses(), lanesPerWarp)
                             : proton_gpu::kMinSlots;
  if (slots != 0 && (!llvm::isPowerOf2_32(slots) || slots < least))
    return segment.emitOpError(
               "cannot be allocated: slots-per-unit must be a power of two of at least ")
           << least << ", but is " << slots;
  return success();
}

/// Gives the segment, whose type has `?` slots, its capacity, also in the functions that the kernel
/// calls.
void setSlots(proton_gpu::SegmentAllocOp segment, uint32_t slots) {
  const auto old = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
  const auto type = proton_gpu::SegmentType::get(segment.getContext(), slots, old.getMemorySpace(),
                                                 old.getGranularity());
  segment.getSegment().setType(type);
  for (RecordingCallee &callee :
       recordingCallees(cast<FunctionOpInterface>(segment->getParentOp())))
    callee.segment.getSegment().setType(type);
}

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
    // Every buffer starts at a multiple of 16 bytes. A segment of one thread has no counter in
    // memory: the thread keeps its count in registers.
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
    const uint32_t usual = isThread ? kDefaultThreadSlots : kDefaultGlobalSlots;
    const std::optional<uint32_t> all = slotsForAll(segment);
    // Each segment of a short CTA is written only once. Unused slots between the segments of many
    // short CTAs waste cache.
    if (all && *all < usual && segment.getStrategy() == proton_gpu::Strategy::Circular)
      return std::max(*all, kMinAutomaticGlobalSlots);
    const uint32_t wanted = all.value_or(UINT32_MAX);
    return std::max(
        {usual, type.getSlots(), std::min(wanted, std::bit_floor(mostAutomaticSlots.getValue()))});
  }

  /// Capacity that holds all slots that a unit may write; none if that number has no bound. Groups
  /// of divergent lanes record one after the other, which the bound does not count; therefore the
  /// result is twice the bound.
  std::optional<uint32_t> slotsForAll(proton_gpu::SegmentAllocOp segment) const {
    constexpr uint64_t kMost = 1u << 30;
    const std::optional<uint64_t> most =
        mostSlots(cast<FunctionOpInterface>(segment->getParentOp()));
    if (!most || *most > kMost)
      return std::nullopt;
    return static_cast<uint32_t>(std::bit_ceil(2 * *most));
  }

  LogicalResult sizeKept(proton_gpu::SegmentAllocOp segment) const {
    if (!proton_gpu::isDoubleBuffered(segment.getStrategy()))
      return success();
    const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
    if (globalSlots(segment) < type.getSlots())
      return segment.emitOpError("of ") << type.getSlots() << " slots cannot be flushed through "
                                        << globalSlots(segment) << ": use at least as many slots";
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

LogicalResult forEachSegment(
    gpu::GPUModuleOp module,
    llvm::function_ref<LogicalResult(gpu::GPUFuncOp, proton_gpu::SegmentAllocOp)> visit) {
  // A visit may add functions to the module.
  const SmallVector<gpu::GPUFuncOp> kernels(module.getOps<gpu::GPUFuncOp>());
  bool ok = true;
  for (gpu::GPUFuncOp kernel : kernels) {
    const FailureOr<proton_gpu::SegmentAllocOp> segment = findSegment(kernel);
    ok &= succeeded(segment) && (!*segment || succeeded(visit(kernel, *segment)));
  }
  return success(ok);
}

uint32_t leastAutomaticSlots(proton_gpu::MemorySpace space, proton_gpu::Granularity granularity) {
  if (space == proton_gpu::MemorySpace::Shared)
    return kMinAutomaticSharedSlots;
  return granularity == proton_gpu::Granularity::Thread ? kDefaultThreadSlots : kDefaultGlobalSlots;
}

uint32_t leastDoubleBufferedSlots(bool recordsAddresses, uint32_t lanesPerWarp) {
  if (!recordsAddresses)
    return proton_gpu::kMinDoubleBufferedSlots;
  return 2 * std::bit_ceil(record::kMaxRecordSlots + lanesPerWarp + record::kStreamRecordSlots);
}

} // namespace pstudio
