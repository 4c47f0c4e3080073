// SPDX-License-Identifier: Apache-2.0
// Records of units whose lanes stay together, on an NVIDIA GPU: a clock read and a store in one
// piece of PTX.
#pragma once

#include "collector/codegen/nvidia/records/stream_flush.h"
#include "collector/codegen/records/uniform_records.h"

namespace pstudio {

class NvidiaUniformRecords final : public UniformRecords {
public:
  using UniformRecords::UniformRecords;

private:
  void writeSlot(GpuWriter &gpu, mlir::Value address, mlir::Value tag, mlir::Value payload,
                 mlir::Value condition) override;
  mlir::Value ofLowestLane(GpuWriter &, mlir::Value) override { return {}; }
  mlir::Value lanesWith(GpuWriter &gpu, mlir::Value condition) override;
  void stream(GpuWriter &gpu, mlir::Value written, uint32_t operation) override;
  void streamEnd(GpuWriter &gpu, mlir::Value written) override;
  /// The lanes that hand slots of a stream over.
  StreamLanes streamLanes(PtxWriter &w) const;
};

} // namespace pstudio
