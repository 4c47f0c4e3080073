// SPDX-License-Identifier: Apache-2.0
// proton-mark-functions: entry to return.
#include "collector/passes/auto/passes.h"

#include "collector/passes/auto/marked_functions.h"
#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONMARKFUNCTIONS
#include "collector/passes/auto/passes.h.inc"

namespace {

void markFunction(FunctionOpInterface function) {
  const std::string name =
      automode::ScopeNames(function).notTaken(("function " + function.getName()).str());
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  automode::createRecord(builder, function.getLoc(), proton::Boundary::Start, name);
  for (Block &block : function.getFunctionBody()) {
    Operation *leave = block.getTerminator();
    if (leave->getNumSuccessors() != 0)
      continue;
    builder.setInsertionPoint(leave);
    automode::createRecord(builder, leave->getLoc(), proton::Boundary::End, name);
  }
}

class ProtonMarkFunctionsPass : public impl::ProtonMarkFunctionsBase<ProtonMarkFunctionsPass> {
public:
  using ProtonMarkFunctionsBase::ProtonMarkFunctionsBase;

  void runOnOperation() override {
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude})) {
      markFunction(function);
    }
  }
};

} // namespace
} // namespace pstudio
