// SPDX-License-Identifier: Apache-2.0
// convert-proton-gpu-to-llvm: each kernel to the lowering of its target.
#include "collector/passes/passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "collector/codegen/records/record_lowerings.h"
#include "collector/passes/allocate_segments.h"
#include "collector/passes/block_option.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_CONVERTPROTONGPUTOLLVM
#include "collector/passes/passes.h.inc"

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
