// SPDX-License-Identifier: Apache-2.0
#include "collector/records/loop_counters.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using LLVM::ICmpPredicate;

namespace pstudio {

// The variable is 0 in iterations that record. It counts up to `every` and starts again, so that no
// division is needed.

Value LoopCounting::enter(LlvmWriter &w, Value variable, uint32_t every) const {
  w.store(w.constant32(every - 1), variable, 0);
  return variable;
}

void LoopCounting::next(LlvmWriter &w, Value variable, uint32_t every) const {
  Value before = w.load(w.i32(), variable, 0);
  Value next = w.add(before, w.constant32(1));
  Value isRound = w.compare(ICmpPredicate::eq, next, w.constant32(every));
  Value zero = w.constant32(0);
  w.store(w.select(isRound, zero, next), variable, 0);
}

Value LoopCounting::isSampled(LlvmWriter &w, Value variable) const {
  Value number = w.load(w.i32(), variable, 0);
  return w.compare(ICmpPredicate::eq, number, w.constant32(0));
}

static void lowerLoopCounter(proton_gpu::LoopCounterOp counter, Operation *atEntry,
                             const LoopCounting &counting) {
  const uint32_t every = counter.getEvery();
  LlvmWriter entry(OpBuilder(counter.getKept() ? atEntry : counter), counter.getLoc());
  Value variable = entry.stackVariable(entry.i32());
  if (counter.getKept())
    variable = counting.enter(entry, variable, every);
  for (Operation *user : llvm::make_early_inc_range(counter->getUsers())) {
    LlvmWriter w(OpBuilder(user), user->getLoc());
    if (auto sampled = dyn_cast<proton_gpu::IsSampledOp>(user))
      sampled.getSampled().replaceAllUsesWith(counting.isSampled(w, variable));
    else if (isa<proton_gpu::EnterLoopOp>(user))
      counting.enter(w, variable, every);
    else
      counting.next(w, variable, every);
    user->erase();
  }
  counter.erase();
}

void lowerLoopCounters(KernelFunctions &functions, Operation *atEntry,
                       const LoopCounting &counting) {
  SmallVector<proton_gpu::LoopCounterOp> counters;
  functions.walk([&](proton_gpu::LoopCounterOp op) { counters.push_back(op); });
  for (proton_gpu::LoopCounterOp counter : counters)
    lowerLoopCounter(counter, atEntry, counting);
}

} // namespace pstudio
