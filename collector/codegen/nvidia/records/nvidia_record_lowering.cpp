// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's GPUs bring to the lowering of records.
#include "collector/codegen/nvidia/records/nvidia_record_lowering.h"

#include "collector/codegen/nvidia/records/divergent_records.h"
#include "collector/codegen/nvidia/records/nvidia_uniform_records.h"
#include "collector/codegen/records/gpu_record_lowering.h"

using namespace mlir;

namespace pstudio {
namespace {

class NvidiaRecordTarget final : public RecordTarget {
public:
  explicit NvidiaRecordTarget(RecordLanes lanes) : m_lanes(lanes) {}

  std::unique_ptr<GpuWriter> writer(const OpBuilder &builder, Location location) const override {
    return std::make_unique<PtxWriter>(builder, location);
  }

  std::unique_ptr<RecordStore> uniformRecords(GpuWriter &entry, const GpuUnit &unit,
                                              bool mayWrap) const override {
    return std::make_unique<NvidiaUniformRecords>(entry, unit, m_lanes, mayWrap);
  }

  std::unique_ptr<RecordStore> divergentRecords(GpuWriter &entry, gpu::GPUFuncOp kernel,
                                                const GpuUnit &unit) const override {
    PtxWriter w(entry.builder(), entry.location());
    return std::make_unique<DivergentRecords>(w, kernel, unit);
  }

  /// BAR.SYNC.DEFER_BLOCKING lets the warp issue one more instruction before it waits. Were that
  /// the read of the clock, it would tell the time of the arrival: two in three warps of a
  /// transpose on an H200 seemed to leave a barrier before the last one came. What the warp's
  /// meeting becomes, a NOP, takes that place.
  void waitForBarrier(GpuWriter &w) const override { w.syncWarp(); }

private:
  RecordLanes m_lanes;
};

} // namespace

LogicalResult lowerRecordsForNvidia(gpu::GPUFuncOp kernel, proton_gpu::SegmentAllocOp segment,
                                    const NvidiaRecordOptions &options) {
  return lowerRecordsForGpu(kernel, segment, options.block, NvidiaRecordTarget(options.lanes));
}

} // namespace pstudio
