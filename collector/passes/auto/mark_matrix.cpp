// SPDX-License-Identifier: Apache-2.0
// proton-mark-matrix: runs of matrix operations, and those of warp groups from issue to wait.
#include "collector/passes/auto/passes.h"

#include "collector/passes/auto/access_runs.h"
#include "collector/passes/auto/async_queues.h"
#include "collector/passes/auto/marked_functions.h"

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
      automode::markRuns(function, classifiers, rule, unmarked);
      automode::markQueues(function, classifiers, {automode::Queue::MatrixGroup}, unmarked);
    }
  }
};

} // namespace
} // namespace pstudio
