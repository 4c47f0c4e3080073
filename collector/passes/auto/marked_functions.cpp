// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/marked_functions.h"

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

void chooseIn(Operation *module, const FunctionFilter &filter, FunctionChoice &choice) {
  const CallGraph calls(module, [](Operation *) { return false; });
  llvm::DenseSet<Operation *> wanted;
  for (FunctionOpInterface function : calls.functions())
    if (isKernelFunction(function))
      for (FunctionOpInterface reached : calls.reachableFrom(function))
        if (filter.selects(reached.getName()))
          wanted.insert(reached);
  for (UnknownPath &path : findUnknownPaths(calls))
    if (wanted.erase(path.function))
      choice.leftOut.push_back(std::move(path));
  for (FunctionOpInterface function : calls.functions())
    if (wanted.contains(function))
      choice.marked.push_back(function);
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
