// SPDX-License-Identifier: Apache-2.0
// proton-report-unmarked: functions that auto modes leave alone.
#include "collector/passes/auto/passes.h"

#include "collector/passes/auto/marked_functions.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONREPORTUNMARKED
#include "collector/passes/auto/passes.h.inc"

namespace {

class ProtonReportUnmarkedPass : public impl::ProtonReportUnmarkedBase<ProtonReportUnmarkedPass> {
public:
  using ProtonReportUnmarkedBase::ProtonReportUnmarkedBase;

  void runOnOperation() override {
    for (const UnknownPath &path :
         automode::chooseFunctions(getOperation(), {*include, *exclude}).leftOut)
      emitWarning(path.where) << "auto modes do not record " << describeFunction(path.function)
                              << ": it " << path.reason;
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace pstudio
