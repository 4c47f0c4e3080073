// SPDX-License-Identifier: Apache-2.0
// What AMD's GPUs bring to the lowering of records.
#include "collector/codegen/amd/records/amd_record_lowering.h"

#include "collector/codegen/amd/records/amd_records.h"
#include "collector/codegen/records/gpu_record_lowering.h"
#include "collector/passes/auto/operation_classifier.h"

using namespace mlir;

namespace pstudio {
namespace {

class AmdRecordTarget final : public RecordTarget {
public:
  explicit AmdRecordTarget(const AmdWriting &writing) : m_writing(writing) {}

  std::unique_ptr<GpuWriter> writer(const OpBuilder &builder, Location location) const override {
    return std::make_unique<AmdWriter>(builder, location, m_writing);
  }

  std::unique_ptr<RecordStore> uniformRecords(GpuWriter &entry, const GpuUnit &unit,
                                              bool mayWrap) const override {
    AmdWriter w(entry.builder(), entry.location(), m_writing);
    return std::make_unique<AmdUniformRecords>(w, unit, m_writing, mayWrap);
  }

  std::unique_ptr<RecordStore> divergentRecords(GpuWriter &entry, gpu::GPUFuncOp kernel,
                                                const GpuUnit &unit) const override {
    AmdWriter w(entry.builder(), entry.location(), m_writing);
    return AmdDivergentRecords::make(w, kernel, unit, m_writing);
  }

private:
  AmdWriting m_writing;
};

/// Of the kernel and of what it may call.
bool hasLoadsToLds(gpu::GPUFuncOp kernel) {
  const automode::Classifiers classifiers;
  return kernel->getParentOp()
      ->walk([&](Operation *op) {
        const bool isOne = llvm::any_of(classifiers.effectsOf(op),
                                        [](const auto &effect) { return effect.isCopy; });
        return isOne ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Likewise.
bool recordsBulkCopies(gpu::GPUFuncOp kernel) {
  return kernel->getParentOp()
      ->walk([](proton_gpu::StoreOp store) {
        return store.getFurther().empty() ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

} // namespace

LogicalResult lowerRecordsForAmd(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                                 const AmdRecordOptions &options) {
  const std::optional<AmdChip> chip = amdChipNamed(options.chip);
  if (!chip)
    return segment.emitOpError("cannot be lowered: records are not written for the AMD GPU '")
           << options.chip << "'";
  if (segment.getStrategy() == proton_gpu::Strategy::Stream)
    return segment.emitOpError("has strategy 'stream', which AMD GPUs do not have yet; 'flush' and "
                               "'circular' keep records there");
  if (recordsBulkCopies(kernel))
    return segment.emitOpError("contains records of bulk copies, which AMD GPUs do not have");
  AmdWriting writing{*chip, chip->referencePeriodNs(), options.hasScheduleBarriers,
                     hasLoadsToLds(kernel)};
  if (options.referencePeriodNs != 0)
    writing.referencePeriodNs = options.referencePeriodNs;
  return lowerRecordsForGpu(kernel, segment, options.block, AmdRecordTarget(writing));
}

} // namespace pstudio
