// SPDX-License-Identifier: Apache-2.0
// proton-strip: the kernel as if it had never been annotated.
#include "collector/passes/passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/CallInterfaces.h"

#include "collector/ir/proton_dialect.h"
#include "collector/passes/erase_annotations.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONSTRIP
#include "collector/passes/passes.h.inc"

namespace {

/// All but the allocations of events, whose last uses may go with them.
void eraseRecords(Operation *root) {
  root->walk([](Operation *op) {
    if (proton::isRecording(op))
      op->erase();
  });
}

void eraseAllocation(proton::AllocateEventOp allocation) {
  if (!allocation->use_empty()) {
    OpBuilder builder(allocation);
    Value zero = builder.create<arith::ConstantIntOp>(allocation.getLoc(), 0, 32);
    allocation.getEvent().replaceAllUsesWith(zero);
  }
  allocation.erase();
}

class ProtonStripPass : public impl::ProtonStripBase<ProtonStripPass> {
public:
  void runOnOperation() override { eraseAnnotations(getOperation()); }
};

} // namespace

void eraseAnnotations(Operation *root) {
  eraseRecords(root);
  root->walk([](proton::AllocateEventOp allocation) { eraseAllocation(allocation); });
}

void eraseAnnotationsOf(Operation *function) {
  eraseRecords(function);
  function->walk([](proton::AllocateEventOp allocation) {
    if (!llvm::any_of(allocation->getUsers(), llvm::IsaPred<CallOpInterface>))
      eraseAllocation(allocation);
  });
}

} // namespace pstudio
