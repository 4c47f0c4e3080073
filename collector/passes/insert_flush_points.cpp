// SPDX-License-Identifier: Apache-2.0
// proton-gpu-insert-flush-points: after every record of a halved segment, inserts the place where a
// full half is flushed.
#include "collector/passes/passes.h"

#include "collector/passes/allocate_segments.h"
#include "collector/passes/call_contexts.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONGPUINSERTFLUSHPOINTS
#include "collector/passes/passes.h.inc"

namespace {

/// The name of the flushes in a trace.
llvm::StringRef nameOf(proton_gpu::Strategy strategy) {
  return strategy == proton_gpu::Strategy::Flush ? "profile flush" : "profile stream";
}

class ProtonGPUInsertFlushPointsPass
    : public impl::ProtonGPUInsertFlushPointsBase<ProtonGPUInsertFlushPointsPass> {
public:
  using ProtonGPUInsertFlushPointsBase::ProtonGPUInsertFlushPointsBase;

  void runOnOperation() override {
    const auto visit = [&](gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment) {
      return proton_gpu::isDoubleBuffered(segment.getStrategy()) ? insert(kernel, segment)
                                                                 : success();
    };
    if (failed(forEachSegment(getOperation(), visit)))
      signalPassFailure();
  }

private:
  LogicalResult insert(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment) {
    const FailureOr<uint32_t> id = addOperation(kernel, segment);
    if (failed(id))
      return failure();
    const auto addAfter = [&](proton_gpu::StoreOp store) {
      OpBuilder builder(store->getContext());
      builder.setInsertionPointAfter(store);
      builder.create<proton_gpu::FlushPointOp>(store.getLoc(), *id, dropping, store.getSegment());
    };
    kernel.walk(addAfter);
    for (RecordingCallee &callee : recordingCallees(kernel))
      callee.function.walk(addAfter);
    return success();
  }

  /// Adds the flushes to the kernel's table of operations and returns their id.
  static FailureOr<uint32_t> addOperation(gpu::GPUFuncOp kernel,
                                          proton_gpu::SegmentAllocOp segment) {
    SmallVector<Attribute> table;
    if (const auto known = kernel->getAttrOfType<ArrayAttr>(proton_gpu::kOperationsAttribute))
      llvm::append_range(table, known);
    const auto id = static_cast<uint32_t>(table.size());
    if (id >= record::kMaxOperations)
      return segment.emitOpError("with strategy '")
             << proton_gpu::stringifyStrategy(segment.getStrategy())
             << "' needs an operation id of its own, but the kernel's scopes, events and values "
                "take all "
             << record::kMaxOperations << ": use strategy=circular or fewer scopes";
    MLIRContext *context = kernel.getContext();
    table.push_back(proton_gpu::OperationAttr::get(
        context, proton_gpu::OperationKind::Profile, nameOf(segment.getStrategy()), -1, "",
        ArrayAttr(), Type(), "", proton::AsyncSiteAttr(), proton::AccessSiteAttr()));
    kernel->setAttr(proton_gpu::kOperationsAttribute, ArrayAttr::get(context, table));
    return id;
  }
};

} // namespace
} // namespace pstudio
