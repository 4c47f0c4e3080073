// SPDX-License-Identifier: Apache-2.0
// Removes from the graph the functions with a finite number of call paths; every other function
// gets a reason.
#include "collector/ir/unknown_paths.h"

#include <algorithm>

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio {
namespace {

class UnknownPathFinder {
public:
  explicit UnknownPathFinder(const CallGraph &calls) : m_calls(calls) {}

  std::vector<UnknownPath> run() {
    findCycles();
    forEachAddressTaken(m_calls.module(), [&](Operation *user, FunctionOpInterface function) {
      if (!isKernelFunction(function))
        add(function, user->getLoc(), "has its address taken");
    });
    for (size_t next = 0; next < m_found.size(); ++next)
      addCallees(m_found[next]);
    return inOrderOfText();
  }

private:
  /// Repeatedly removes functions without callers. A function that is on no cycle and that no cycle
  /// reaches is then removed.
  void findCycles() {
    llvm::DenseMap<Operation *, size_t> callers;
    for (FunctionOpInterface function : m_calls.functions())
      for (const DirectCall &call : m_calls.callsIn(function))
        ++callers[call.callee];
    std::vector<FunctionOpInterface> open;
    for (FunctionOpInterface function : m_calls.functions())
      if (callers.lookup(function) == 0)
        open.push_back(function);
    while (!open.empty()) {
      FunctionOpInterface function = open.back();
      open.pop_back();
      for (const DirectCall &call : m_calls.callsIn(function))
        if (--callers[call.callee] == 0)
          open.push_back(call.callee);
    }
    for (FunctionOpInterface function : m_calls.functions())
      if (callers.lookup(function) != 0)
        addIfOnCycle(function);
  }

  /// Searches for the shortest path from `function` back to itself.
  void addIfOnCycle(FunctionOpInterface function) {
    llvm::MapVector<Operation *, DirectCall> reachedBy;
    std::vector<FunctionOpInterface> open{function};
    for (size_t next = 0; next < open.size() && !reachedBy.contains(function); ++next)
      for (const DirectCall &call : m_calls.callsIn(open[next]))
        if (reachedBy.try_emplace(call.callee, call).second)
          open.push_back(call.callee);
    if (!reachedBy.contains(function))
      return;
    std::string way = function.getName().str();
    Operation *at = function;
    do {
      CallOpInterface call = reachedBy.find(at)->second.call;
      auto caller = call->getParentOfType<FunctionOpInterface>();
      way = caller.getName().str() + " -> " + way;
      at = caller;
    } while (at != function);
    CallOpInterface last = reachedBy.find(function)->second.call;
    add(function, last.getLoc(), "calls itself (" + way + ")");
  }

  void addCallees(Operation *function) {
    const UnknownPath path = m_reasons.find(function)->second;
    for (const DirectCall &call : m_calls.callsIn(path.function))
      add(call.callee, CallOpInterface(call.call).getLoc(),
          "is called by '" + FunctionOpInterface(path.function).getName().str() + "', which " +
              path.reason);
  }

  void add(FunctionOpInterface function, Location where, std::string reason) {
    if (m_reasons.try_emplace(function, UnknownPath{function, where, std::move(reason)}).second)
      m_found.push_back(function);
  }

  std::vector<UnknownPath> inOrderOfText() const {
    std::vector<UnknownPath> paths;
    for (FunctionOpInterface function : m_calls.functions())
      if (const auto found = m_reasons.find(function); found != m_reasons.end())
        paths.push_back(found->second);
    return paths;
  }

  const CallGraph &m_calls;
  std::vector<Operation *> m_found;
  llvm::DenseMap<Operation *, UnknownPath> m_reasons;
};

} // namespace

std::vector<UnknownPath> findUnknownPaths(const CallGraph &calls) {
  return UnknownPathFinder(calls).run();
}

void forEachAddressTaken(Operation *module,
                         llvm::function_ref<void(Operation *, FunctionOpInterface)> visit) {
  module->walk([&](Operation *op) {
    auto call = dyn_cast<CallOpInterface>(op);
    if (call && calleeOf(call))
      return;
    for (const NamedAttribute attribute : op->getAttrs())
      if (const auto name = dyn_cast<SymbolRefAttr>(attribute.getValue()))
        if (auto function = dyn_cast_or_null<FunctionOpInterface>(
                SymbolTable::lookupNearestSymbolFrom(op, name)))
          visit(op, function);
  });
}

} // namespace pstudio
