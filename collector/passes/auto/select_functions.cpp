// SPDX-License-Identifier: Apache-2.0
// proton-select-functions: include and exclude.
#include "collector/passes/auto/passes.h"

#include "collector/passes/auto/marked_functions.h"
#include "collector/passes/erase_annotations.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONSELECTFUNCTIONS
#include "collector/passes/auto/passes.h.inc"

namespace {

class ProtonSelectFunctionsPass
    : public impl::ProtonSelectFunctionsBase<ProtonSelectFunctionsPass> {
public:
  using ProtonSelectFunctionsBase::ProtonSelectFunctionsBase;

  void runOnOperation() override {
    const automode::FunctionFilter filter{*include, *exclude};
    getOperation()->walk<WalkOrder::PreOrder>([&](FunctionOpInterface function) {
      if (!filter.selects(function.getName()))
        eraseAnnotationsOf(function);
      return WalkResult::skip();
    });
  }
};

} // namespace
} // namespace pstudio
