// SPDX-License-Identifier: Apache-2.0
// Counts records; finds loops in structured and in unstructured control flow.
#include "collector/passes/record_bounds.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallPtrSet.h"

#include "collector/ir/proton_gpu_dialect.h"

using namespace mlir;

namespace pstudio {
namespace {

/// True if control may come back to `block` from itself.
bool isInCycle(Block *block) {
  SmallVector<Block *> open(block->getSuccessors());
  llvm::SmallPtrSet<Block *, 16> seen;
  while (!open.empty()) {
    Block *next = open.pop_back_val();
    if (next == block)
      return true;
    if (seen.insert(next).second)
      llvm::append_range(open, next->getSuccessors());
  }
  return false;
}

bool mayRepeat(Operation *op, Operation *kernel) {
  for (; op != kernel; op = op->getParentOp()) {
    if (isInCycle(op->getBlock()))
      return true;
    Operation *parent = op->getParentOp();
    if (parent != kernel && !isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(parent))
      return true;
  }
  return false;
}

} // namespace

bool mayWrap(gpu::GPUFuncOp kernel, uint32_t slots) {
  uint32_t count = 0;
  const WalkResult walk = kernel.walk([&](proton_gpu::StoreOp store) {
    ++count;
    return count > slots || mayRepeat(store, kernel) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
  });
  return walk.wasInterrupted();
}

} // namespace pstudio
