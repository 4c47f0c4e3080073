// SPDX-License-Identifier: Apache-2.0
// proton-mark-matrix: runs of matrix operations; those of warp groups, and the waits for them.
#include "collector/passes/auto/passes.h"

#include "collector/passes/auto/access_runs.h"
#include "collector/passes/auto/async_steps.h"
#include "collector/passes/auto/marked_functions.h"
#include "collector/passes/auto/scope_names.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONMARKMATRIX
#include "collector/passes/auto/passes.h.inc"

namespace {

class ProtonMarkMatrixPass : public impl::ProtonMarkMatrixBase<ProtonMarkMatrixPass> {
public:
  using ProtonMarkMatrixBase::ProtonMarkMatrixBase;

  void runOnOperation() override {
    const automode::Classifiers classifiers;
    const automode::RunRule rule{{automode::Activity::Matrix}, /*endsAtUse=*/false};
    unsigned unmarked = 0;
    for (FunctionOpInterface function :
         automode::functionsToMark(getOperation(), {*include, *exclude})) {
      const auto places = automode::findAsyncPlaces(function, classifiers);
      automode::markRuns(function, classifiers, rule, unmarked);
      markProducts(function, classifiers, places);
    }
  }

private:
  /// Products that go on behind their instruction: what it takes to issue them, and to wait.
  static void markProducts(FunctionOpInterface function, const automode::Classifiers &classifiers,
                           const std::vector<automode::AsyncPlace> &places) {
    using automode::AsyncStep;
    automode::ScopeNames names(function);
    for (const automode::AsyncPlace &place : places) {
      if (place.queue != automode::AsyncQueue::MatrixGroup || place.isAfter ||
          place.step == AsyncStep::Commit || !automode::mayRecordAt(place.first) ||
          classifiers.find(place.first, automode::Activity::Matrix)) // has a scope
        continue;
      const llvm::StringRef what = place.step == AsyncStep::Wait ? "wait wgmma" : "wgmma";
      automode::putInScope(place.first, place.last,
                           names.at(what, place.first->getLoc(), place.last->getLoc()));
    }
  }
};

} // namespace
} // namespace pstudio
