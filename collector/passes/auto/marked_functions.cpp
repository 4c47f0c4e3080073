// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/marked_functions.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

#include "collector/ir/kernel_function.h"
#include "core/base/glob.h"

using namespace mlir;

namespace pstudio::automode {

bool FunctionFilter::selects(StringRef name) const {
  const auto matches = [&](const std::string &glob) { return matchesGlob(name, glob); };
  return (include.empty() || llvm::any_of(include, matches)) && llvm::none_of(exclude, matches);
}

SmallVector<FunctionOpInterface> functionsToMark(Operation *root, const FunctionFilter &filter) {
  SmallVector<FunctionOpInterface> functions;
  root->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
    if (!function.isExternal() && (!filter.kernelsOnly || isKernelFunction(function)) &&
        filter.selects(function.getName()))
      functions.push_back(function);
    return WalkResult::skip();
  });
  return functions;
}

bool mayRecordAt(Operation *op) {
  for (Operation *parent = op->getParentOp(); !isa<FunctionOpInterface>(parent);
       parent = parent->getParentOp())
    if (!isa<RegionBranchOpInterface>(parent))
      return false;
  return true;
}

} // namespace pstudio::automode
