// SPDX-License-Identifier: Apache-2.0
// convert-proton-events-to-proton-gpu: starts and ends of asynchronous operations, and steps of
// their queues, to stores.
#include "collector/passes/passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include "collector/ir/proton_dialect.h"
#include "collector/passes/record_rewriter.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONEVENTSTOPROTONGPU
#include "collector/passes/passes.h.inc"

namespace {

void rewrite(proton::EventOp event, Value segment) {
  const bool isStart = event.getBoundary() == proton::Boundary::Start;
  const auto kind = isStart ? proton_gpu::RecordKind::EventStart : proton_gpu::RecordKind::EventEnd;
  if (event->hasAttr(proton::kByHandleAttribute) && segment)
    replaceByStoreOf(event.getEvent(), event, kind, event.getKey(), segment);
  else
    replaceByStore(event, kind, event.getKey(), segment);
}

void rewrite(proton::AsyncOp step, Value segment) {
  const bool isEnd = step.getMoment() == proton::Moment::End;
  replaceByStore(step,
                 isEnd ? proton_gpu::RecordKind::EventEnd : proton_gpu::RecordKind::EventStart,
                 step.getKey(), segment, step.getCondition());
}

/// The value that stands for the event becomes its id in the kernel.
void rewrite(proton::AllocateEventOp allocation, Value segment) {
  if (!allocation->use_empty()) {
    OpBuilder builder(allocation);
    const uint32_t id = allocation.getId().value_or(0);
    Value value;
    if (segment && segment.getDefiningOp<proton_gpu::SegmentOfCallerOp>())
      value =
          builder.create<proton_gpu::OperationIdOp>(allocation.getLoc(), builder.getI32Type(), id);
    else
      value = builder.create<arith::ConstantIntOp>(allocation.getLoc(), id, 32);
    allocation.getEvent().replaceAllUsesWith(value);
  }
  allocation.erase();
}

class ConvertProtonEventsToProtonGPUPass
    : public impl::ConvertProtonEventsToProtonGPUBase<ConvertProtonEventsToProtonGPUPass> {
public:
  using ConvertProtonEventsToProtonGPUBase::ConvertProtonEventsToProtonGPUBase;

  void runOnOperation() override {
    forEachRecordingFunction(getOperation(), [](FunctionOpInterface function, Value segment) {
      function.walk([&](proton::EventOp event) { rewrite(event, segment); });
      function.walk([&](proton::AsyncOp step) { rewrite(step, segment); });
      function.walk([&](proton::AllocateEventOp allocation) { rewrite(allocation, segment); });
    });
  }
};

} // namespace
} // namespace pstudio
