// SPDX-License-Identifier: Apache-2.0
// Counts of accesses on any GPU, in place of records.
#pragma once

#include "collector/records/gpu_block.h"
#include "collector/records/record_store.h"

namespace pstudio {

/// On a count that all lanes of the warp reach together.
inline constexpr llvm::StringLiteral kTogetherAttribute = "together";

/// Adds to the counters of a segment with strategy histogram, which are in global memory: one
/// addition of a lane for each access of the warp, for which nothing waits.
class CounterRecords final : public RecordStore {
public:
  /// `entry` stands at the kernel's entry.
  CounterRecords(GpuWriter &entry, const GpuUnit &unit);

  /// Counts of one place, in order. `idOffset` (i32): what is added to their ids, in its place in a
  /// tag; null in the kernel itself.
  void count(GpuWriter &w, llvm::ArrayRef<proton_gpu::CountOp> counts, mlir::Value idOffset);

  /// Lanes that return mark the unit as final; others may still count.
  void finalize(GpuWriter &w) override;

private:
  void countLanesHere(GpuWriter &w, llvm::ArrayRef<proton_gpu::CountOp> counts,
                      mlir::Value idOffset);
  /// Adds `amount` (i64) in the lane for which `isCounter` (i1) holds.
  void add(GpuWriter &w, llvm::ArrayRef<proton_gpu::CountOp> counts, mlir::Value idOffset,
           mlir::Value amount, mlir::Value isCounter);

  const GpuUnit &m_unit;
  mlir::Value m_isFirstLane; ///< i1: the lane that counts where all are together
  mlir::Value m_allLanes;    ///< i64: what is added there
};

} // namespace pstudio
