// SPDX-License-Identifier: Apache-2.0
// Collects and follows calls, and reports those that cannot be followed.
#include "collector/ir/call_graph.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

#include "collector/ir/kernel_function.h"
#include "collector/ir/unknown_paths.h"

using namespace mlir;

namespace pstudio {

FunctionOpInterface calleeOf(CallOpInterface call) {
  const auto name = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
  if (!name)
    return {};
  return dyn_cast_or_null<FunctionOpInterface>(SymbolTable::lookupNearestSymbolFrom(call, name));
}

std::string describeFunction(FunctionOpInterface function) {
  return (Twine(isKernelFunction(function) ? "the kernel '" : "the function '") +
          function.getName() + "'")
      .str();
}

CallGraph::CallGraph(Operation *module, llvm::function_ref<bool(Operation *)> isRecord)
    : m_module(module) {
  for (Region &region : module->getRegions())
    for (auto function : region.getOps<FunctionOpInterface>())
      if (!function.isExternal())
        addFunction(function, isRecord);
  addCallersOfRecording();
}

void CallGraph::addFunction(FunctionOpInterface function,
                            llvm::function_ref<bool(Operation *)> isRecord) {
  m_functions.push_back(function);
  Node &node = m_nodes[function];
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isRecord(op))
      m_recording.insert(function);
    auto call = dyn_cast<CallOpInterface>(op);
    if (!call)
      return;
    if (!isa<SymbolRefAttr>(call.getCallableForCallee()))
      node.indirectCalls.push_back(call);
    else if (FunctionOpInterface callee = calleeOf(call); callee && !callee.isExternal())
      node.calls.push_back({call, callee});
  });
}

void CallGraph::addCallersOfRecording() {
  llvm::DenseMap<Operation *, SmallVector<Operation *>> callers;
  SmallVector<Operation *> open;
  for (FunctionOpInterface function : m_functions) {
    for (const DirectCall &call : callsIn(function))
      callers[call.callee].push_back(function);
    if (records(function))
      open.push_back(function);
  }
  while (!open.empty())
    for (Operation *caller : callers.lookup(open.pop_back_val()))
      if (m_recording.insert(caller).second)
        open.push_back(caller);
}

ArrayRef<DirectCall> CallGraph::callsIn(FunctionOpInterface function) const {
  const auto found = m_nodes.find(function);
  return found == m_nodes.end() ? ArrayRef<DirectCall>() : ArrayRef(found->second.calls);
}

ArrayRef<CallOpInterface> CallGraph::indirectCallsIn(FunctionOpInterface function) const {
  const auto found = m_nodes.find(function);
  return found == m_nodes.end() ? ArrayRef<CallOpInterface>()
                                : ArrayRef(found->second.indirectCalls);
}

SmallVector<DirectCall> CallGraph::recordingCallsIn(FunctionOpInterface function) const {
  SmallVector<DirectCall> calls(callsIn(function));
  llvm::erase_if(calls, [&](const DirectCall &call) { return !records(call.callee); });
  return calls;
}

SmallVector<FunctionOpInterface> CallGraph::reachableFrom(FunctionOpInterface root) const {
  llvm::SmallSetVector<Operation *, 8> found;
  found.insert(root);
  for (size_t next = 0; next < found.size(); ++next)
    for (const DirectCall &call : callsIn(cast<FunctionOpInterface>(found[next])))
      found.insert(call.callee);
  return llvm::map_to_vector(found, [](Operation *op) { return cast<FunctionOpInterface>(op); });
}

/// Depth-first walk over the calls of one graph, with the path to the current function.
class CallGraphChecker {
public:
  explicit CallGraphChecker(const CallGraph &graph) : m_graph(graph) { findAddressesTaken(); }

  LogicalResult run() {
    for (FunctionOpInterface function : m_graph.functions())
      if (isKernelFunction(function)) {
        m_kernel = function;
        visit(function);
      }
    if (m_isRight && m_addressOf) {
      m_addressUser->emitError("the address of ")
          << describeFunction(m_addressOf) << " is taken, which records: " << kWhyByName;
      m_isRight = false;
    }
    return success(m_isRight);
  }

private:
  /// Finds the first function that records and is named by an operation that is no call of it.
  void findAddressesTaken() {
    forEachAddressTaken(m_graph.m_module, [&](Operation *user, FunctionOpInterface function) {
      if (m_addressOf || !m_graph.records(function) || isKernelFunction(function))
        return;
      m_addressOf = function;
      m_addressUser = user;
    });
  }

  void visit(FunctionOpInterface function) {
    if (!m_visited.insert(function).second)
      return;
    m_open.insert(function);
    if (m_addressOf)
      for (CallOpInterface call : m_graph.indirectCallsIn(function))
        rejectIndirect(call);
    for (const DirectCall &call : m_graph.callsIn(function)) {
      m_way.push_back(call);
      if (m_open.contains(call.callee) && m_graph.records(call.callee))
        rejectRecursion(call);
      else
        visit(call.callee);
      m_way.pop_back();
    }
    m_open.erase(function);
  }

  void rejectRecursion(const DirectCall &call) {
    m_isRight = false;
    InFlightDiagnostic error = call.call->emitError();
    error << describeFunction(call.callee) << " records and calls itself (" << wayText()
          << "): a record identifies its call path, so the number of paths must be finite; remove "
             "the scopes from it, or write the recursion as a loop";
    addNotes(error);
  }

  void rejectIndirect(CallOpInterface call) {
    m_isRight = false;
    InFlightDiagnostic error = call->emitError("this call through a value (");
    error << wayText() << ") may reach " << describeFunction(m_addressOf)
          << ", which records: " << kWhyByName;
    error.attachNote(m_addressUser->getLoc()) << "its address is taken here";
    addNotes(error);
  }

  /// "k -> f -> g".
  std::string wayText() {
    std::string text = m_kernel.getName().str();
    for (const DirectCall &call : m_way)
      text += " -> " + FunctionOpInterface(call.callee).getName().str();
    return text;
  }

  void addNotes(InFlightDiagnostic &error) {
    FunctionOpInterface caller = m_kernel;
    for (const DirectCall &call : m_way) {
      error.attachNote(call.call->getLoc())
          << describeFunction(caller) << " calls '" << FunctionOpInterface(call.callee).getName()
          << "' here";
      caller = call.callee;
    }
  }

  static constexpr StringLiteral kWhyByName =
      "a record identifies its call path, so all calls must be direct; call the function by its "
      "name, or remove the scopes from it";

  const CallGraph &m_graph;
  FunctionOpInterface m_kernel;
  SmallVector<DirectCall> m_way; ///< from m_kernel to the current function
  llvm::DenseSet<Operation *> m_visited;
  llvm::DenseSet<Operation *> m_open; ///< functions on the current path
  FunctionOpInterface m_addressOf;
  Operation *m_addressUser = nullptr;
  bool m_isRight = true;
};

LogicalResult CallGraph::check() const {
  return CallGraphChecker(*this).run();
}

} // namespace pstudio
