// SPDX-License-Identifier: Apache-2.0
// Orders become fences in inline PTX.
#include "collector/codegen/nvidia/memory_order.h"

#include <string>
#include <vector>

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

namespace pstudio::nvidia {
namespace {

using llvm::AtomicOrdering;

/// PTX scope such as ".gpu"; empty for a single thread, which requires no fence.
llvm::StringRef ptxScope(const llvm::LLVMContext &context, llvm::SyncScope::ID scope) {
  if (scope == llvm::SyncScope::SingleThread)
    return "";
  llvm::SmallVector<llvm::StringRef> names;
  context.getSyncScopeNames(names);
  const llvm::StringRef name = names[scope];
  if (name == "block" || name == "workgroup")
    return ".cta";
  if (name == "device" || name == "agent")
    return ".gpu";
  return ".sys";
}

void insertFence(llvm::IRBuilder<> &builder, AtomicOrdering order, llvm::SyncScope::ID scope) {
  const llvm::StringRef where = ptxScope(builder.getContext(), scope);
  if (where.empty())
    return;
  const llvm::StringRef kind =
      order == AtomicOrdering::SequentiallyConsistent ? "fence.sc" : "fence.acq_rel";
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), false);
  builder.CreateCall(llvm::InlineAsm::get(type, (kind + where + ";").str(), "~{memory}",
                                          /*hasSideEffects=*/true));
}

/// The fences around an atomic operation of this order, which then is relaxed.
void surround(llvm::Instruction &atomic, AtomicOrdering order, llvm::SyncScope::ID scope) {
  llvm::IRBuilder<> builder(&atomic);
  const bool isSequential = order == AtomicOrdering::SequentiallyConsistent;
  if (isSequential || llvm::isReleaseOrStronger(order))
    insertFence(builder, order, scope);
  builder.SetInsertPoint(atomic.getNextNode());
  builder.SetCurrentDebugLocation(atomic.getDebugLoc());
  if (llvm::isAcquireOrStronger(order))
    insertFence(builder, AtomicOrdering::AcquireRelease, scope);
}

template <class Atomic> void relax(Atomic &atomic) {
  if (!llvm::isStrongerThanMonotonic(atomic.getOrdering()))
    return;
  surround(atomic, atomic.getOrdering(), atomic.getSyncScopeID());
  atomic.setOrdering(AtomicOrdering::Monotonic);
}

void relax(llvm::AtomicCmpXchgInst &atomic) {
  const AtomicOrdering order = atomic.getMergedOrdering();
  if (!llvm::isStrongerThanMonotonic(order))
    return;
  surround(atomic, order, atomic.getSyncScopeID());
  atomic.setSuccessOrdering(AtomicOrdering::Monotonic);
  atomic.setFailureOrdering(AtomicOrdering::Monotonic);
}

void lower(llvm::Instruction &instruction) {
  if (auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    llvm::IRBuilder<> builder(fence);
    insertFence(builder, fence->getOrdering(), fence->getSyncScopeID());
    fence->eraseFromParent();
  } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    relax(*update);
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    relax(*exchange);
  } else if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    relax(*load);
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    relax(*store);
  }
}

} // namespace

void lowerMemoryOrder(llvm::Module &module) {
  for (llvm::Function &function : module) {
    std::vector<llvm::Instruction *> atomics;
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (instruction.isAtomic())
        atomics.push_back(&instruction);
    for (llvm::Instruction *instruction : atomics)
      lower(*instruction);
  }
}

} // namespace pstudio::nvidia
