// SPDX-License-Identifier: Apache-2.0
// proton-mark-access-runs: runs of loads, of stores and of atomic operations.
#include "collector/passes/auto/passes.h"

#include "collector/passes/auto/access_coverage.h"
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
    automode::AccessCoverage coverage("accesses");
    const automode::FunctionChoice choice =
        automode::chooseFunctions(getOperation(), {*include, *exclude});
    for (FunctionOpInterface function : choice.marked) {
      countAccesses(function, classifiers, coverage);
      automode::markRuns(function, classifiers, rule, unmarked);
    }
    coverage.leaveOut(choice.leftOut, classifiers);
    coverage.write(getOperation());
  }

private:
  static void countAccesses(FunctionOpInterface function, const automode::Classifiers &classifiers,
                            automode::AccessCoverage &coverage) {
    function->walk([&](Operation *op) {
      coverage.leaveOutUnknown(op, classifiers);
      if (isCopy(op, classifiers))
        return; // of the mode async
      const uint64_t accesses = automode::accessesOf(op, classifiers);
      if (automode::mayRecordAt(op))
        return coverage.cover(op, accesses);
      for (uint64_t i = 0; i < accesses; ++i)
        coverage.leaveOut(op, "the order in which it runs is not known");
    });
  }

  /// An operation that copies in the background and does nothing else.
  static bool isCopy(Operation *op, const automode::Classifiers &classifiers) {
    return classifiers.find(op, automode::Activity::Issue).has_value();
  }
};

} // namespace
} // namespace pstudio
