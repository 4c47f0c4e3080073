// SPDX-License-Identifier: Apache-2.0
// convert-proton-gpu-to-llvm: each kernel to the lowering of its target.
#include "collector/passes/allocate_segments.h"
#include "collector/passes/block_option.h"
#include "collector/records/passes.h"
#include "collector/records/record_lowerings.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONGPUTOLLVM
#include "collector/records/record_passes.h.inc"

namespace {

class ConvertProtonGPUToLLVMPass
    : public impl::ConvertProtonGPUToLLVMBase<ConvertProtonGPUToLLVMPass> {
public:
  using ConvertProtonGPUToLLVMBase::ConvertProtonGPUToLLVMBase;

  void runOnOperation() override {
    if (failed(lower()))
      signalPassFailure();
  }

private:
  LogicalResult lower() {
    if (target == "cpu")
      return forEachSegment(getOperation(), lowerRecordsForCpu);
    if (target != "nvidia" && target != "amd")
      return getOperation().emitError()
             << "target '" << target << "' is not known; the targets are: cpu, nvidia, amd";
    const FailureOr<BlockShape> shape = readBlock(getOperation(), block);
    if (failed(shape))
      return failure();
    return target == "nvidia" ? lowerForNvidia(*shape) : lowerForAmd(*shape);
  }

  LogicalResult lowerForNvidia(const BlockShape &shape) {
    const NvidiaRecordOptions options{shape, recordLanes};
    return forEachSegment(getOperation(), [&](auto kernel, auto segment) {
      return lowerRecordsForNvidia(kernel, segment, options);
    });
  }

  LogicalResult lowerForAmd(const BlockShape &shape) {
    const AmdRecordOptions options{shape, chip, referencePeriodNs, scheduleBarriers};
#ifdef PSTUDIO_WITH_AMD
    return forEachSegment(getOperation(), [&](auto kernel, auto segment) {
      return lowerRecordsForAmd(kernel, segment, options);
    });
#else
    return getOperation().emitError() << "this build does not support AMD GPUs: build with "
                                         "PSTUDIO_WITH_AMD=ON";
#endif
  }
};

} // namespace
} // namespace pstudio
