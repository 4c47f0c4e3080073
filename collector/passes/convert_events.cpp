// SPDX-License-Identifier: Apache-2.0
// convert-proton-events-to-proton-gpu: starts and ends of asynchronous operations to stores.
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
  replaceByStore(event,
                 isStart ? proton_gpu::RecordKind::EventStart : proton_gpu::RecordKind::EventEnd,
                 event.getKey(), segment);
}

/// The value that stands for the event becomes its id.
void rewrite(proton::AllocateEventOp allocation) {
  if (!allocation->use_empty()) {
    OpBuilder builder(allocation);
    const int64_t id = allocation.getId().value_or(0);
    Value constant = builder.create<arith::ConstantIntOp>(allocation.getLoc(), id, 32);
    allocation.getEvent().replaceAllUsesWith(constant);
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
      function.walk([&](proton::AllocateEventOp allocation) { rewrite(allocation); });
    });
  }
};

} // namespace
} // namespace pstudio
