// SPDX-License-Identifier: Apache-2.0
#include "collector/classification/marked_functions.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/SetVector.h"

#include "collector/ir/kernel_function.h"
#include "core/base/glob.h"

using namespace mlir;

namespace pstudio::automode {

bool FunctionFilter::selects(StringRef name) const {
  const auto matches = [&](const std::string &glob) { return matchesGlob(name, glob); };
  return (include.empty() || llvm::any_of(include, matches)) && llvm::none_of(exclude, matches);
}

namespace {

/// The functions that kernels reach over calls by name and through values.
class ReachedFunctions {
public:
  explicit ReachedFunctions(const CallGraph &calls) : m_calls(calls) {
    for (FunctionOpInterface function : calls.functions())
      if (isKernelFunction(function))
        m_found.insert(function);
    for (; m_next < m_found.size(); ++m_next)
      visit(cast<FunctionOpInterface>(m_found[m_next]));
  }

  ArrayRef<Operation *> functions() const { return m_found.getArrayRef(); }
  /// Calls through a value, if no function of the module has its address taken.
  ArrayRef<CallOpInterface> unknownCalls() const { return m_unknownCalls; }

private:
  void visit(FunctionOpInterface function) {
    for (const DirectCall &call : m_calls.callsIn(function))
      m_found.insert(call.callee);
    const ArrayRef<CallOpInterface> indirect = m_calls.indirectCallsIn(function);
    if (indirect.empty())
      return;
    bool isKnown = false;
    forEachAddressTaken(m_calls.module(), [&](Operation *, FunctionOpInterface callee) {
      if (callee.isExternal() || isKernelFunction(callee))
        return;
      isKnown = true;
      m_found.insert(callee);
    });
    if (!isKnown)
      m_unknownCalls.append(indirect.begin(), indirect.end());
  }

  const CallGraph &m_calls;
  llvm::SmallSetVector<Operation *, 8> m_found;
  SmallVector<CallOpInterface> m_unknownCalls;
  size_t m_next = 0;
};

void chooseIn(Operation *module, const FunctionFilter &filter, FunctionChoice &choice) {
  const CallGraph calls(module, [](Operation *) { return false; });
  const ReachedFunctions reached(calls);
  llvm::DenseSet<Operation *> wanted;
  for (Operation *function : reached.functions())
    if (filter.selects(cast<FunctionOpInterface>(function).getName()))
      wanted.insert(function);
  for (UnknownPath &path : findUnknownPaths(calls))
    if (wanted.erase(path.function))
      choice.leftOut.push_back(std::move(path));
  for (FunctionOpInterface function : calls.functions())
    if (wanted.contains(function))
      choice.marked.push_back(function);
  choice.unknownCalls.append(reached.unknownCalls().begin(), reached.unknownCalls().end());
}

} // namespace

FunctionChoice chooseFunctions(Operation *root, const FunctionFilter &filter) {
  llvm::SmallSetVector<Operation *, 2> modules;
  root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    modules.insert(function->getParentOp());
    return WalkResult::skip();
  });
  FunctionChoice choice;
  for (Operation *module : modules)
    chooseIn(module, filter, choice);
  return choice;
}

std::vector<FunctionOpInterface> functionsToMark(Operation *root, const FunctionFilter &filter) {
  return chooseFunctions(root, filter).marked;
}

bool mayRecordAt(Operation *op) {
  for (Operation *parent = op->getParentOp(); !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp())
    if (!isa<RegionBranchOpInterface>(parent))
      return false;
  return true;
}

} // namespace pstudio::automode
