// SPDX-License-Identifier: Apache-2.0
// What the two allocation passes share.
#include "collector/passes/segment_layout.h"

#include <algorithm>
#include <bit>

#include "llvm/Support/MathExtras.h"

#include "collector/passes/call_contexts.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {

FailureOr<record::RecordingUnits> unitsOf(proton_gpu::SegmentAllocOp segment,
                                          uint32_t threadsPerCta, uint32_t lanesPerWarp) {
  const auto type = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
  const uint32_t threads = std::max(1u, threadsPerCta);
  const auto warps = static_cast<uint32_t>(llvm::divideCeil(threads, lanesPerWarp));
  IdRanges sampled;
  if (const std::optional<StringRef> text = segment.getWarps())
    sampled = IdRanges::parse(std::string_view(*text)).value(); // the verifier has read it
  if (!sampled.isEmpty() && sampled.ranges().back().last >= warps)
    return segment.emitOpError("samples warps ")
           << sampled.toString() << ", but a CTA of " << threads << " threads has "
           << (warps == 1 ? "warp 0 only" : "warps 0-" + std::to_string(warps - 1));
  return record::RecordingUnits(static_cast<record::Granularity>(type.getGranularity()), threads,
                                lanesPerWarp, sampled);
}

namespace {

/// All warps that are sampled count in the one segment of the CTA.
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

} // namespace

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

namespace {

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

// What a mode lets through is what the passes can allocate.
static_assert(proton_gpu::kMinSlots == std::bit_ceil(record::kMaxRecordSlots));
static_assert(proton_gpu::kMinDoubleBufferedSlots == 2 * record::kMinFlushedSlots);

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

void setSlots(proton_gpu::SegmentAllocOp segment, uint32_t slots) {
  const auto old = cast<proton_gpu::SegmentType>(segment.getSegment().getType());
  const auto type = proton_gpu::SegmentType::get(segment.getContext(), slots, old.getMemorySpace(),
                                                 old.getGranularity());
  segment.getSegment().setType(type);
  for (RecordingCallee &callee :
       recordingCallees(cast<FunctionOpInterface>(segment->getParentOp())))
    callee.segment.getSegment().setType(type);
}

bool recordsPerLaneAddresses(gpu::GPUFuncOp kernel) {
  bool found = false;
  const auto look = [&](proton_gpu::StoreOp store) { found |= store.getEach().has_value(); };
  kernel.walk(look);
  for (RecordingCallee &callee : recordingCallees(kernel))
    callee.function.walk(look);
  return found;
}

uint32_t leastDoubleBufferedSlots(bool recordsAddresses, uint32_t lanesPerWarp) {
  if (!recordsAddresses)
    return proton_gpu::kMinDoubleBufferedSlots;
  return 2 * std::bit_ceil(record::kMaxRecordSlots + lanesPerWarp + record::kStreamRecordSlots);
}

} // namespace pstudio
