// SPDX-License-Identifier: Apache-2.0
// proton-gpu-report-divergence: which records a warp may store in parts, and why.
#include "collector/passes/passes.h"

#include "collector/analysis/warp_uniformity.h"
#include "collector/passes/block_option.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONGPUREPORTDIVERGENCE
#include "collector/passes/passes.h.inc"

namespace {

class ProtonGPUReportDivergencePass
    : public impl::ProtonGPUReportDivergenceBase<ProtonGPUReportDivergencePass> {
public:
  using ProtonGPUReportDivergenceBase::ProtonGPUReportDivergenceBase;

  void runOnOperation() override {
    const FailureOr<BlockShape> shape = readBlock(getOperation(), block);
    if (failed(shape))
      return signalPassFailure();
    for (auto kernel : getOperation().getOps<gpu::GPUFuncOp>()) {
      const WarpUniformity uniformity(kernel, *shape);
      for (FunctionOpInterface function : uniformity.functions())
        report(function, uniformity);
    }
    markAllAnalysesPreserved();
  }

private:
  static void report(FunctionOpInterface function, const WarpUniformity &uniformity) {
    function.walk([&](Operation *op) {
      if (!isa<proton_gpu::StoreOp, proton_gpu::FinalizeOp>(op))
        return;
      Operation *branch = uniformity.divergenceAt(op);
      if (!branch)
        return;
      InFlightDiagnostic remark = op->emitRemark("may run with part of a warp's lanes");
      remark.attachNote(branch->getLoc()) << "lanes of a warp may take different ways here";
    });
  }
};

} // namespace
} // namespace pstudio
