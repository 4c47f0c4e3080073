// SPDX-License-Identifier: Apache-2.0
// proton-mark-access-runs: runs of loads, of stores and of atomic operations.
#include "collector/passes/auto/passes.h"

#include "collector/passes/auto/access_runs.h"
#include "collector/passes/auto/marked_functions.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONMARKACCESSRUNS
#include "collector/passes/auto/passes.h.inc"

namespace {

class ProtonMarkAccessRunsPass : public impl::ProtonMarkAccessRunsBase<ProtonMarkAccessRunsPass> {
public:
  using ProtonMarkAccessRunsBase::ProtonMarkAccessRunsBase;

  void runOnOperation() override {
    using automode::Activity;
    const automode::Classifiers classifiers;
    const automode::RunRule rule{{Activity::Load, Activity::Store, Activity::Atomic}, true};
    unsigned unmarked = 0;
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude}))
      automode::markRuns(function, classifiers, rule, unmarked);
  }
};

} // namespace
} // namespace pstudio
