// SPDX-License-Identifier: Apache-2.0
// convert-proton-gpu-to-llvm: segments, records and headers as calls, for the CPU target.
#include "collector/passes/passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include "collector/passes/cpu_profile_functions.h"
#include "collector/passes/segment_layout.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONGPUTOLLVM
#include "collector/passes/passes.h.inc"

namespace {

bool isScope(proton_gpu::RecordKind kind) {
  return kind == proton_gpu::RecordKind::ScopeStart || kind == proton_gpu::RecordKind::ScopeEnd;
}

/// Lowers the proton_gpu operations of one kernel, which has exactly one segment.
class CpuKernelLowering {
public:
  CpuKernelLowering(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                    CpuProfileFunctions &functions)
      : m_kernel(kernel), m_segment(segment), m_functions(functions),
        m_type(cast<proton_gpu::SegmentType>(segment.getSegment().getType())) {}

  LogicalResult run() {
    if (failed(check()))
      return failure();
    lowerSegment();
    m_kernel.walk([&](proton_gpu::InitializeOp op) { lower(op); });
    m_kernel.walk([&](proton_gpu::ReadCounterOp op) { readClock(op); });
    m_kernel.walk([&](proton_gpu::StoreOp op) { lower(op); });
    m_kernel.walk([&](proton_gpu::ReadCounterOp op) { finish(op); });
    m_kernel.walk([&](proton_gpu::FinalizeOp op) { lower(op); });
    m_segment.erase();
    return success();
  }

private:
  LogicalResult check() {
    if (!m_type.isAllocated() || !m_segment.getBuffer())
      return m_segment.emitOpError("is not allocated: run proton-gpu-allocate-scratch first");
    if (m_type.getGranularity() != proton_gpu::Granularity::Warp)
      return m_segment.emitOpError("has granularity '")
             << proton_gpu::stringifyGranularity(m_type.getGranularity())
             << "', but target 'cpu' supports only 'warp'";
    for (Operation *user : m_segment->getUsers())
      if (!isa<proton_gpu::ProtonGPUDialect>(user->getDialect()))
        return user->emitOpError(
            "must not pass a segment on: only proton_gpu operations may use it");
    return success();
  }

  void lowerSegment() {
    OpBuilder b(m_segment);
    const Location loc = m_segment.getLoc();
    const auto units = static_cast<uint32_t>(*m_segment.getUnits());
    const uint64_t segmentBytes = uint64_t{m_type.getSlots()} * record::kSlotBytes;
    m_block = call(b, loc, m_functions.block(),
                   {m_segment.getBuffer(), i64(b, record::blockBytes(units, m_type.getSlots()))});
    m_entry = ofUnit(b, m_block, record::unitEntryOffset(0), record::kUnitBytes);
    m_slots = ofUnit(b, m_block, record::segmentOffset(units, m_type.getSlots(), 0), segmentBytes);
    if (m_segment.getShared())
      m_sharedSlots = ofUnit(b, sharedPointer(b), 0, segmentBytes);
  }

  Value sharedPointer(OpBuilder &b) {
    const Location loc = m_segment.getLoc();
    Value address = b.create<memref::ExtractAlignedPointerAsIndexOp>(loc, m_segment.getShared());
    Value number = b.create<arith::IndexCastOp>(loc, b.getI64Type(), address);
    return b.create<LLVM::IntToPtrOp>(loc, LLVM::LLVMPointerType::get(b.getContext()), number);
  }

  Value ofUnit(OpBuilder &b, Value base, uint64_t offset, uint64_t stride) {
    return call(b, m_segment.getLoc(), m_functions.ofUnit(),
                {base, i64(b, offset), i64(b, stride)});
  }

  void lower(proton_gpu::InitializeOp op) {
    OpBuilder b(op);
    const uint32_t flags = record::makeFlags(
        record::Strategy::Circular, static_cast<record::Granularity>(m_type.getGranularity()));
    call(b, op.getLoc(), m_functions.initialize(),
         {m_block, i32(b, static_cast<uint32_t>(*m_segment.getUnits())), i32(b, m_type.getSlots()),
          i32(b, flags)});
    op.erase();
  }

  // The meeting of the lanes stays in the kernel: where it stands tells lagging groups of lanes
  // from others.
  void readClock(proton_gpu::ReadCounterOp op) {
    OpBuilder b(op);
    m_clocks[op.getCounter()] =
        call(b, op.getLoc(), m_functions.recordClock(), {i32(b, m_nextSite++)});
  }

  void lower(proton_gpu::StoreOp op) {
    OpBuilder b(op);
    Value clock = m_clocks.lookup(op.getCounter());
    if (!clock)
      clock = b.create<LLVM::ZExtOp>(op.getLoc(), b.getI64Type(), op.getCounter());
    const uint32_t tag = record::makeTag(static_cast<record::Kind>(op.getKind()), op.getId(), 0);
    SmallVector<Value> arguments = {m_entry, m_sharedSlots ? m_sharedSlots : m_slots,
                                    i32(b, m_type.getSlots()), i32(b, tag)};
    if (!isScope(op.getKind()))
      arguments.push_back(
          op.getKey() ? b.create<arith::IndexCastOp>(op.getLoc(), b.getI64Type(), op.getKey())
                      : i64(b, 0));
    arguments.push_back(clock);
    call(b, op.getLoc(),
         isScope(op.getKind()) ? m_functions.storeScope() : m_functions.storeEvent(), arguments);
    op.erase();
  }

  /// A counter that something else than a record uses keeps its 32 bits.
  void finish(proton_gpu::ReadCounterOp op) {
    if (!op->use_empty()) {
      OpBuilder b(op);
      Value clock = m_clocks.lookup(op.getCounter());
      op.getCounter().replaceAllUsesWith(
          b.create<LLVM::TruncOp>(op.getLoc(), b.getI32Type(), clock).getResult());
    }
    op.erase();
  }

  void lower(proton_gpu::FinalizeOp op) {
    OpBuilder b(op);
    if (m_sharedSlots)
      call(b, op.getLoc(), m_functions.finalizeSharedUnit(),
           {m_entry, m_sharedSlots, m_slots, i32(b, m_type.getSlots())});
    else
      call(b, op.getLoc(), m_functions.finalizeUnit(), {m_entry});
    call(b, op.getLoc(), m_functions.finalizeBlock(), {m_block});
    op.erase();
  }

  static Value call(OpBuilder &b, Location loc, LLVM::LLVMFuncOp callee, ValueRange arguments) {
    auto op = b.create<LLVM::CallOp>(loc, callee, arguments);
    return op.getNumResults() == 0 ? Value() : op.getResult();
  }
  Value i32(OpBuilder &b, uint32_t value) {
    return b.create<LLVM::ConstantOp>(m_kernel.getLoc(), b.getI32Type(),
                                      b.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  Value i64(OpBuilder &b, uint64_t value) {
    return b.create<LLVM::ConstantOp>(m_kernel.getLoc(), b.getI64Type(),
                                      b.getI64IntegerAttr(static_cast<int64_t>(value)));
  }

  gpu::GPUFuncOp m_kernel;
  proton_gpu::SegmentAllocOp m_segment;
  CpuProfileFunctions &m_functions;
  proton_gpu::SegmentType m_type;
  Value m_block;       ///< the CTA's block
  Value m_entry;       ///< the warp's entry of the unit table
  Value m_slots;       ///< the warp's segment in the block
  Value m_sharedSlots; ///< the warp's segment in shared memory; null for global segments
  uint32_t m_nextSite = 0;
  llvm::DenseMap<Value, Value> m_clocks; ///< counter (i32) to the whole clock (i64)
};

class ConvertProtonGPUToLLVMPass
    : public impl::ConvertProtonGPUToLLVMBase<ConvertProtonGPUToLLVMPass> {
public:
  using ConvertProtonGPUToLLVMBase::ConvertProtonGPUToLLVMBase;

  void runOnOperation() override {
    if (target != "cpu") {
      getOperation().emitError() << "target '" << target << "' is not known; the targets are: cpu";
      return signalPassFailure();
    }
    CpuProfileFunctions functions(getOperation());
    if (failed(forEachSegment(getOperation(), [&](auto kernel, auto segment) {
          return CpuKernelLowering(kernel, segment, functions).run();
        })))
      signalPassFailure();
  }
};

} // namespace
} // namespace pstudio
