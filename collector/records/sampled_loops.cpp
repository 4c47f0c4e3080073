// SPDX-License-Identifier: Apache-2.0
// Copies the body of a loop to both sides of a branch.
#include "collector/records/sampled_loops.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

#include "collector/ir/call_graph.h"
#include "collector/passes/call_contexts.h"

using namespace mlir;

namespace pstudio {
namespace {

bool isAccess(proton_gpu::StoreOp store) {
  return store.getKind() == proton_gpu::RecordKind::MemoryAccess;
}

/// True if the caller passes the condition (i1).
bool isAskedOfCaller(Value condition) {
  return condition && condition.getDefiningOp<proton_gpu::CallerIsSampledOp>();
}

/// The operations within `root`. They may be erased or added while the result is visited.
template <class Op> SmallVector<Op> operationsIn(Operation *root) {
  SmallVector<Op> found;
  root->walk([&](Op op) { found.push_back(op); });
  return found;
}

/// Erases a record, its flush point and its unused clock read.
void eraseRecord(proton_gpu::StoreOp store) {
  auto read = store.getCounter().getDefiningOp<proton_gpu::ReadCounterOp>();
  if (auto point = dyn_cast_or_null<proton_gpu::FlushPointOp>(store->getNextNode()))
    point.erase();
  store.erase();
  if (read && read->use_empty())
    read.erase();
}

/// The call between a save_context and its restore_context; null before a return.
CallOpInterface callAfter(proton_gpu::SaveContextOp save) {
  return dyn_cast<CallOpInterface>(save->getNextNode());
}

/// Copies of functions whose only records are accesses that depend on their callers' iterations.
class PlainFunctions {
public:
  explicit PlainFunctions(Operation *module) : m_symbols(module) {}

  /// Replaces the call by one of the copy, without a context, if a copy is possible.
  void callPlain(proton_gpu::SaveContextOp save) {
    CallOpInterface call = callAfter(save);
    if (!recordsSampledAccessesOnly(calleeOf(call)))
      return;
    FunctionOpInterface plain = copyOf(calleeOf(call));
    call.setCalleeFromCallable(SymbolRefAttr::get(call.getContext(), plain.getName()));
    call->getNextNode()->erase(); // restore_context
    save.erase();
  }

private:
  bool recordsSampledAccessesOnly(FunctionOpInterface function) {
    const auto isOther = [&](Operation *op) {
      if (auto store = dyn_cast<proton_gpu::StoreOp>(op))
        return !isAccess(store) || !isAskedOfCaller(store.getCondition());
      auto save = dyn_cast<proton_gpu::SaveContextOp>(op);
      if (save && callAfter(save))
        return !llvm::all_of(save.getConditions(), isAskedOfCaller) ||
               !recordsSampledAccessesOnly(calleeOf(callAfter(save)));
      return isa<proton_gpu::LoopCounterOp>(op);
    };
    return !function
                .walk([&](Operation *op) {
                  return isOther(op) ? WalkResult::interrupt() : WalkResult::advance();
                })
                .wasInterrupted();
  }

  FunctionOpInterface copyOf(FunctionOpInterface function) {
    if (FunctionOpInterface known = m_copies.lookup(function))
      return known;
    auto copy = cast<FunctionOpInterface>(function->clone());
    copy.setName((function.getName() + ".plain").str());
    m_symbols.insert(copy, std::next(function->getIterator()));
    m_copies[function] = copy;
    strip(copy);
    return copy;
  }

  void strip(FunctionOpInterface copy) {
    for (proton_gpu::StoreOp store : operationsIn<proton_gpu::StoreOp>(copy))
      eraseRecord(store);
    for (proton_gpu::SaveContextOp save : operationsIn<proton_gpu::SaveContextOp>(copy))
      if (callAfter(save))
        callPlain(save);
      else
        save.erase(); // save_context before a return
    for (auto condition : operationsIn<proton_gpu::CallerIsSampledOp>(copy))
      condition.erase();
    for (auto segment : operationsIn<proton_gpu::SegmentOfCallerOp>(copy))
      segment.erase();
  }

  SymbolTable m_symbols;
  llvm::DenseMap<Operation *, FunctionOpInterface> m_copies;
};

/// The loop of a counter, if it is an scf.for without a sampled loop in it.
scf::ForOp innermostLoopOf(proton_gpu::LoopCounterOp counter) {
  for (Operation *user : counter->getUsers()) {
    auto loop = dyn_cast<scf::ForOp>(user->getParentOp());
    if (!loop || !isa<proton_gpu::NextIterationOp>(user))
      continue;
    const auto isOfAnother = [&](proton_gpu::NextIterationOp next) {
      return next->getParentOp() == loop ? WalkResult::advance() : WalkResult::interrupt();
    };
    return loop.walk(isOfAnother).wasInterrupted() ? scf::ForOp() : loop;
  }
  return {};
}

class LoopSplitter {
public:
  explicit LoopSplitter(gpu::GPUFuncOp kernel)
      : m_kernel(kernel), m_functions(kernel->getParentOp()) {}

  void run() {
    SmallVector<FunctionOpInterface> functions{m_kernel};
    for (const RecordingCallee &callee : recordingCallees(m_kernel))
      functions.push_back(callee.function);
    for (FunctionOpInterface function : functions)
      for (auto counter : function.getFunctionBody().front().getOps<proton_gpu::LoopCounterOp>())
        if (scf::ForOp loop = counter.getKept() ? innermostLoopOf(counter) : scf::ForOp())
          split(loop, counter);
  }

private:
  void split(scf::ForOp loop, proton_gpu::LoopCounterOp counter) {
    Block &body = *loop.getBody();
    Operation *yield = body.getTerminator();
    Operation *first = &body.front();
    while (isa<proton_gpu::NextIterationOp>(first))
      first = first->getNextNode();
    OpBuilder builder(first);
    const Location location = loop.getLoc();
    Value isSampled =
        builder.create<proton_gpu::IsSampledOp>(location, builder.getI1Type(), counter);
    auto branch = builder.create<scf::IfOp>(location, yield->getOperandTypes(), isSampled,
                                            /*addThenBlock=*/true, /*addElseBlock=*/true);
    Block &recording = branch.getThenRegion().front();
    recording.getOperations().splice(recording.end(), body.getOperations(), first->getIterator(),
                                     yield->getIterator());
    OpBuilder::atBlockEnd(&recording).create<scf::YieldOp>(location, yield->getOperands());
    yield->setOperands(branch.getResults());
    IRMapping mapping;
    OpBuilder plain = OpBuilder::atBlockEnd(&branch.getElseRegion().front());
    for (Operation &op : recording)
      plain.clone(op, mapping);
    for (auto asked : operationsIn<proton_gpu::IsSampledOp>(branch))
      if (asked.getCounter() == counter)
        settle(asked, branch.getThenRegion().isAncestor(asked->getParentRegion()));
  }

  /// Replaces the condition by its constant value on a side of the branch.
  void settle(proton_gpu::IsSampledOp asked, bool isSampled) {
    for (Operation *user : llvm::make_early_inc_range(asked.getSampled().getUsers()))
      if (auto store = dyn_cast<proton_gpu::StoreOp>(user); store && isSampled)
        store.getConditionMutable().clear();
      else if (store)
        eraseRecord(store);
      else if (auto save = dyn_cast<proton_gpu::SaveContextOp>(user);
               save && !isSampled && save.getConditions().size() == 1)
        m_functions.callPlain(save);
    if (!asked->use_empty()) {
      OpBuilder builder(asked);
      asked.getSampled().replaceAllUsesWith(builder.create<LLVM::ConstantOp>(
          asked.getLoc(), builder.getI1Type(), builder.getBoolAttr(isSampled)));
    }
    asked.erase();
  }

  gpu::GPUFuncOp m_kernel;
  PlainFunctions m_functions;
};

} // namespace

void splitSampledLoops(gpu::GPUFuncOp kernel) {
  LoopSplitter(kernel).run();
}

} // namespace pstudio
