// SPDX-License-Identifier: Apache-2.0
// Records on an AMD GPU: all lanes that are there store the same bytes to one slot.
#pragma once

#include "collector/codegen/amd/records/amd_writer.h"
#include "collector/codegen/records/uniform_records.h"

namespace pstudio {

/// Of units whose lanes stay together: the count is a register.
class AmdUniformRecords : public UniformRecords {
public:
  AmdUniformRecords(AmdWriter &entry, const GpuUnit &unit, const AmdWriting &writing, bool mayWrap);

protected:
  AmdUniformRecords(const GpuUnit &unit, const AmdWriting &writing);
  /// Writes where `gpu` stands.
  AmdWriter writerAt(GpuWriter &gpu) const;

private:
  void writeSlot(GpuWriter &gpu, mlir::Value address, mlir::Value tag, mlir::Value payload,
                 mlir::Value condition) override;
  mlir::Value ofLowestLane(GpuWriter &gpu, mlir::Value word) override;
  mlir::Value lanesWith(GpuWriter &, mlir::Value) override;
  void stream(GpuWriter &, mlir::Value, uint32_t) override;
  void streamEnd(GpuWriter &, mlir::Value) override;

  AmdWriting m_writing;
};

/// Of units whose lanes may part: the count is in shared memory, beside the mask of the lanes that
/// have returned. The lanes at a record execute it together and to its end before any other lane of
/// the wave gets there, so that neither an election nor an atomic operation is needed. If lanes are
/// missing that have not returned, a scope record keeps the mask of those that are there. The lanes
/// that return last finalise the unit.
class AmdDivergentRecords final : public AmdUniformRecords {
public:
  /// Adds the counters to the kernel and writes their initialisation where `entry` stands, at the
  /// kernel's entry.
  static std::unique_ptr<AmdDivergentRecords> make(AmdWriter &entry, mlir::gpu::GPUFuncOp kernel,
                                                   const GpuUnit &unit, const AmdWriting &writing);

  void store(GpuWriter &gpu, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock) override;
  void atFlushPoint(GpuWriter &gpu, proton_gpu::FlushPointOp op) override;
  void finalize(GpuWriter &gpu) override;

private:
  AmdDivergentRecords(const GpuUnit &unit, mlir::Value counters, mlir::Value warpLanes,
                      const AmdWriting &writing);
  mlir::Value loadWritten(GpuWriter &gpu) const override;
  void storeWritten(GpuWriter &gpu, mlir::Value written) const override;
  Lanes lanes(GpuWriter &gpu) const override;
  void write(GpuWriter &gpu, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock) override;
  void writeAccess(AmdWriter &w, proton_gpu::StoreOp op, mlir::Value tag, mlir::Value clock);
  void writeScope(AmdWriter &w, mlir::Value tag, mlir::Value clock);
  /// Stores the slots of `mask` behind the record at `written`.
  void storeMask(AmdWriter &w, mlir::Value written, mlir::Value tag, mlir::Value mask);
  /// `write` writes what only lanes do for which the record of `op` is made.
  void whereRecorded(GpuWriter &gpu, mlir::Value condition,
                     llvm::function_ref<void(GpuWriter &)> write);
  /// The mask of the lanes that have returned.
  mlir::Value loadReturned(AmdWriter &w) const;

  mlir::Value m_counters;      ///< shared pointer to the unit's two words and mask
  mlir::Value m_warpLanes;     ///< mask of the lanes that the wave has; the last may have fewer
  mlir::Value m_lastCondition; ///< of the record that was stored last; null if it had none
};

} // namespace pstudio
