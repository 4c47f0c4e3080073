// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/long_operations.h"

#include <array>

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include "collector/ir/call_graph.h"

using namespace mlir;

namespace pstudio {

using automode::Activity;
using automode::AsyncQueue;

bool isLoop(Operation *op) {
  return isa<LoopLikeOpInterface>(op) || llvm::any_of(op->getRegions(), [](Region &region) {
           return llvm::range_size(region) > 1;
         });
}

bool mayLeave(Operation *op) {
  auto assembly = dyn_cast<LLVM::InlineAsmOp>(op);
  if (!assembly)
    return false;
  const StringRef text = assembly.getAsmString();
  return llvm::any_of(std::array<StringRef, 5>{"bra", "exit", "trap", "s_endpgm", "s_cbranch"},
                      [&](StringRef word) { return text.contains(word); });
}

bool LongOperations::mayNotEnd(Operation *op) const {
  return llvm::any_of(m_classifiers.effectsOf(op), [](const automode::Effect &effect) {
    switch (effect.activity) {
    case Activity::Barrier:
    case Activity::Poll:
    case Activity::Synchronize:
      return true;
    case Activity::Wait: // groups and counters end by themselves
      return effect.queue == AsyncQueue::Mbarrier || effect.queue == AsyncQueue::NamedBarrier;
    default:
      return false;
    }
  });
}

bool LongOperations::mayTakeLong(Operation *op) {
  if (isLoop(op) || mayLeave(op) || mayNotEnd(op))
    return true;
  auto call = dyn_cast<CallOpInterface>(op);
  if (!call)
    return false;
  FunctionOpInterface callee = calleeOf(call);
  if (!callee)
    return true;
  return !callee.isExternal() && isLongFunction(callee);
}

/// A function that calls itself counts as long, because it is a loop.
bool LongOperations::isLongFunction(Operation *function) {
  const auto [known, isNew] = m_isLongFunction.try_emplace(function, true);
  if (!isNew)
    return known->second;
  const bool isLong =
      llvm::any_of(function->getRegions(),
                   [](Region &region) { return llvm::range_size(region) > 1; }) ||
      function
          ->walk([&](Operation *op) {
            return op != function && mayTakeLong(op) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
          })
          .wasInterrupted();
  return m_isLongFunction[function] = isLong;
}

} // namespace pstudio
