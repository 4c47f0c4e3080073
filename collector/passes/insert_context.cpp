// SPDX-License-Identifier: Apache-2.0
// proton-gpu-insert-context: what every kernel with records has once: its segment, the start and
// the end of its recording.
#include "collector/passes/passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "collector/ir/kernel_function.h"
#include "collector/passes/block_option.h"
#include "collector/passes/call_contexts.h"
#include "collector/passes/record_bounds.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONGPUINSERTCONTEXT
#include "collector/passes/passes.h.inc"

namespace {

class ProtonGPUInsertContextPass
    : public impl::ProtonGPUInsertContextBase<ProtonGPUInsertContextPass> {
public:
  using ProtonGPUInsertContextBase::ProtonGPUInsertContextBase;

  void runOnOperation() override {
    const FailureOr<BlockShape> shape = block.empty() ? FailureOr<BlockShape>(BlockShape{1, 1, 1})
                                                      : readBlock(getOperation(), block);
    if (failed(shape))
      return signalPassFailure();
    separateKernels(getOperation());
    for (auto function : getOperation().getOps<FunctionOpInterface>())
      if (function->hasAttr(proton_gpu::kOperationsAttribute) && isKernelFunction(function)) {
        if (lanesShareRecords())
          markDivergence(function, *shape, lanesPerWarp);
        insert(function);
      }
  }

private:
  /// True if the lanes of a warp share a segment of records.
  bool lanesShareRecords() const {
    return strategy != proton_gpu::Strategy::Histogram &&
           granularity != proton_gpu::Granularity::Thread;
  }

  void insert(FunctionOpInterface kernel) {
    OpBuilder builder(kernel.getContext());
    setAfterVariables(builder, kernel.getFunctionBody().front());
    const Location location = kernel.getLoc();
    const auto type = proton_gpu::SegmentType::get(
        kernel.getContext(), proton_gpu::SegmentType::kUnallocated, spaceFor(kernel), granularity);
    Value segment = builder.create<proton_gpu::SegmentAllocOp>(
        location, type, Value(), Value(), IntegerAttr(), IntegerAttr(), strategy, metric,
        idsAttribute(builder, warps), idsAttribute(builder, ctas), DenseI32ArrayAttr());
    builder.create<proton_gpu::InitializeOp>(location, segment);
    forEachReturn(kernel, [&](Operation *leave) {
      OpBuilder(leave).create<proton_gpu::FinalizeOp>(leave->getLoc(), segment);
    });
    insertCallContexts(kernel, segment);
  }

  /// A lowering may branch where the context begins, but LLVM keeps only those stack variables in
  /// registers that are allocated in the entry block.
  static void setAfterVariables(OpBuilder &builder, Block &entry) {
    const SmallVector<LLVM::AllocaOp> variables(entry.getOps<LLVM::AllocaOp>());
    builder.setInsertionPointToStart(&entry);
    for (LLVM::AllocaOp variable : variables) {
      Operation *size = variable.getArraySize().getDefiningOp();
      if (!size || !size->hasTrait<OpTrait::ConstantLike>() || size->getBlock() != &entry)
        continue;
      for (Operation *op : {size, variable.getOperation()})
        if (builder.getInsertionPoint() == entry.end() ||
            !op->isBeforeInBlock(&*builder.getInsertionPoint())) {
          op->moveBefore(&entry, builder.getInsertionPoint());
          builder.setInsertionPointAfter(op);
        }
    }
  }

  /// Null if all record.
  static StringAttr idsAttribute(Builder &builder, StringRef ids) {
    return ids.empty() ? StringAttr() : builder.getStringAttr(ids);
  }

  proton_gpu::MemorySpace spaceFor(FunctionOpInterface kernel) const {
    if (strategy == proton_gpu::Strategy::Flush)
      return proton_gpu::MemorySpace::Shared;
    const bool fits = sharedIfAtMost != 0 && !mayWrap(kernel, sharedIfAtMost);
    return fits ? proton_gpu::MemorySpace::Shared : bufferType.getValue();
  }
};

} // namespace
} // namespace pstudio
