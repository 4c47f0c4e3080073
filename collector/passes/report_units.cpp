// SPDX-License-Identifier: Apache-2.0
// proton-report-units: records that only some warps of a unit reach.
#include "collector/passes/passes.h"

#include "collector/analysis/cta_uniformity.h"
#include "collector/ir/call_graph.h"
#include "collector/ir/proton_dialect.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONREPORTUNITS
#include "collector/passes/passes.h.inc"

namespace {

/// Where what is recorded begins: an end has a start, which is reported.
bool isBegin(Operation *op) {
  if (auto scope = dyn_cast<proton::RecordOp>(op))
    return scope.getBoundary() == proton::Boundary::Start;
  if (auto step = dyn_cast<proton::AsyncOp>(op))
    return step.getMoment() != proton::Moment::End;
  return isa<proton::AllocateEventOp, proton::ValueOp>(op);
}

StringRef nameOf(Operation *op) {
  return op->getAttrOfType<StringAttr>("name").getValue();
}

class ProtonReportUnitsPass : public impl::ProtonReportUnitsBase<ProtonReportUnitsPass> {
public:
  using ProtonReportUnitsBase::ProtonReportUnitsBase;

  void runOnOperation() override {
    const CallGraph calls(getOperation(), proton::isRecording);
    const CtaUniformity uniformity(calls);
    Operation *first = nullptr;
    uint64_t others = 0;
    for (FunctionOpInterface function : calls.functions())
      function.walk([&](Operation *op) {
        if (!isBegin(op) || (uniformity.isReachedByAll(function) && uniformity.isReachedByAll(op)))
          return;
        others += first != nullptr;
        first = first ? first : op;
      });
    if (first)
      report(first, others);
    markAllAnalysesPreserved();
  }

private:
  /// One warning, however many there are: the way out is the same for all.
  static void report(Operation *op, uint64_t others) {
    InFlightDiagnostic warning = op->emitWarning("not all warps may reach '");
    warning << nameOf(op) << "'";
    if (others > 0)
      warning << " and " << others << (others == 1 ? " other" : " others");
    warning << ": a unit of several warps has the records of its first warp only, and what other "
               "warps do there is not recorded; granularity=warp records each warp of a "
               "warp-specialised kernel";
  }
};

} // namespace
} // namespace pstudio
