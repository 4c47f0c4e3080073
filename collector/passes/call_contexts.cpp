// SPDX-License-Identifier: Apache-2.0
// Copies of shared functions, and contexts around calls.
#include "collector/passes/call_contexts.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

#include "collector/ir/call_graph.h"
#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio {
namespace {

/// The calls in `function` that `isWanted` accepts, with their callees.
template <class IsWanted>
SmallVector<DirectCall> findCalls(FunctionOpInterface function, IsWanted isWanted) {
  SmallVector<DirectCall> calls;
  function.walk<WalkOrder::PreOrder>([&](CallOpInterface call) {
    if (isWanted(call))
      calls.push_back({call, calleeOf(call)});
  });
  return calls;
}

SmallVector<DirectCall> markedCalls(FunctionOpInterface function) {
  return findCalls(
      function, [](CallOpInterface call) { return call->hasAttr(proton_gpu::kIdOffsetAttribute); });
}

SmallVector<DirectCall> savedCalls(FunctionOpInterface function) {
  return findCalls(function, [](CallOpInterface call) {
    return isa_and_nonnull<proton_gpu::SaveContextOp>(call->getPrevNode());
  });
}

/// `root` and what it reaches over the calls that `callsIn` lists.
template <class CallsIn>
SmallVector<FunctionOpInterface> reachOver(FunctionOpInterface root, CallsIn callsIn) {
  llvm::SmallSetVector<Operation *, 8> found;
  found.insert(root);
  for (size_t next = 0; next < found.size(); ++next)
    for (const DirectCall &call : callsIn(cast<FunctionOpInterface>(found[next])))
      found.insert(call.callee);
  return llvm::map_to_vector(found, [](Operation *op) { return cast<FunctionOpInterface>(op); });
}

class KernelSeparator {
public:
  explicit KernelSeparator(gpu::GPUModuleOp module) : m_symbols(module) {
    for (auto function : module.getOps<FunctionOpInterface>())
      if (function->hasAttr(proton_gpu::kOperationsAttribute) && isKernelFunction(function))
        m_kernels.push_back(function);
  }

  void run() {
    // The sets are found before anything is copied: copies belong to one kernel already.
    std::vector<SmallVector<FunctionOpInterface>> reached;
    for (FunctionOpInterface kernel : m_kernels)
      reached.push_back(reachOver(kernel, markedCalls));
    for (const auto &functions : reached)
      separate(functions);
  }

private:
  /// `functions` are a kernel and what it calls.
  void separate(ArrayRef<FunctionOpInterface> functions) {
    FunctionOpInterface kernel = functions.front();
    llvm::DenseMap<Operation *, FunctionOpInterface> own;
    SmallVector<FunctionOpInterface> parts{kernel};
    for (FunctionOpInterface function : functions.drop_front()) {
      FunctionOpInterface mine =
          m_taken.insert(function).second ? function : copy(function, kernel);
      own[function] = mine;
      parts.push_back(mine);
    }
    for (FunctionOpInterface part : parts)
      for (DirectCall call : markedCalls(part))
        if (FunctionOpInterface mine = own.lookup(originalOf(call.callee)); mine != call.callee)
          call.call.setCalleeFromCallable(SymbolRefAttr::get(mine->getContext(), mine.getName()));
  }

  Operation *originalOf(Operation *function) const {
    Operation *original = m_originals.lookup(function);
    return original ? original : function;
  }

  FunctionOpInterface copy(FunctionOpInterface function, FunctionOpInterface kernel) {
    auto result = cast<FunctionOpInterface>(function->clone());
    const std::string name = (function.getName() + "." + kernel.getName()).str();
    result.setName(name);
    m_symbols.insert(result, std::next(function->getIterator()));
    m_originals[result] = function;
    return result;
  }

  SymbolTable m_symbols;
  SmallVector<FunctionOpInterface> m_kernels;
  llvm::DenseSet<Operation *> m_taken;
  llvm::DenseMap<Operation *, Operation *> m_originals; ///< of copies
};

void surroundCalls(FunctionOpInterface function, Value segment) {
  for (const DirectCall &direct : markedCalls(function)) {
    CallOpInterface call = direct.call;
    const auto offset = call->getAttrOfType<IntegerAttr>(proton_gpu::kIdOffsetAttribute);
    call->removeAttr(proton_gpu::kIdOffsetAttribute);
    OpBuilder builder(call);
    builder.create<proton_gpu::SaveContextOp>(call.getLoc(), segment, offset, ValueRange());
    builder.setInsertionPointAfter(call);
    builder.create<proton_gpu::RestoreContextOp>(call.getLoc(), segment);
  }
}

} // namespace

void separateKernels(gpu::GPUModuleOp module) {
  KernelSeparator(module).run();
}

void insertCallContexts(FunctionOpInterface kernel, Value segment) {
  // All functions are found while the calls are still marked.
  const SmallVector<FunctionOpInterface> functions = reachOver(kernel, markedCalls);
  const auto metric = segment.getDefiningOp<proton_gpu::SegmentAllocOp>().getMetric();
  surroundCalls(kernel, segment);
  for (FunctionOpInterface function : ArrayRef(functions).drop_front()) {
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
    Value ofCaller =
        builder.create<proton_gpu::SegmentOfCallerOp>(function.getLoc(), segment.getType(), metric);
    surroundCalls(function, ofCaller);
    forEachReturn(function, [&](Operation *leave) {
      OpBuilder before(leave);
      before.create<proton_gpu::SaveContextOp>(leave->getLoc(), ofCaller,
                                               before.getI32IntegerAttr(0), ValueRange());
    });
  }
}

proton_gpu::SegmentOfCallerOp segmentOfCaller(FunctionOpInterface function) {
  for (auto segment : function.getFunctionBody().front().getOps<proton_gpu::SegmentOfCallerOp>())
    return segment;
  return {};
}

SmallVector<RecordingCallee> recordingCallees(FunctionOpInterface kernel) {
  SmallVector<RecordingCallee> callees;
  const SmallVector<FunctionOpInterface> functions = reachOver(kernel, savedCalls);
  for (FunctionOpInterface function : ArrayRef(functions).drop_front())
    if (proton_gpu::SegmentOfCallerOp segment = segmentOfCaller(function))
      callees.push_back({function, segment});
  return callees;
}

} // namespace pstudio
