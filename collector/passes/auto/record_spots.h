// SPDX-License-Identifier: Apache-2.0
// Places where a whole warp records a step that only some of its lanes do.
#pragma once

#include <memory>
#include <vector>

#include "mlir/IR/Builders.h"

#include "collector/analysis/warp_uniformity.h"
#include "collector/passes/auto/async_steps.h"

namespace pstudio::automode {

/// Divergence of the lanes in the kernels below `root`, which must outlive this object and must not
/// change except for new operations. The shape of CTAs is unknown here; threadIdx.x is assumed to
/// count lanes. No recorded value may depend on that assumption.
class KernelLanes {
public:
  /// `chip`: the AMD GPU that the kernels are for, if they are for one.
  explicit KernelLanes(mlir::Operation *root, const std::optional<AmdChip> &chip = {});
  /// The branch or operation that may have some lanes of a warp execute `op` without the others, or
  /// null.
  mlir::Operation *divergenceAt(mlir::Operation *op) const;

  const std::optional<AmdChip> &chip() const { return m_chip; }

private:
  std::optional<AmdChip> m_chip;
  std::vector<std::unique_ptr<WarpUniformity>> m_kernels;
};

/// The places of the records of one step, and their conditions. Iterators stay valid as long as
/// operations are only added.
struct RecordSpot {
  mlir::Block *startBlock = nullptr;
  mlir::Block::iterator start; ///< the record of the start is inserted before it
  mlir::Block *endBlock = nullptr;
  mlir::Block::iterator end; ///< the record of the end is inserted before it
  /// A lane does the step if in each list at least one predicate holds. Empty: all lanes do.
  llvm::SmallVector<llvm::SmallVector<Predicate, 2>, 1> conditions;
};

/// The place closest to `place` where records are possible. If a divergent condition guards only
/// steps of queues, the whole warp records around it: records of parts of a warp cost several times
/// as much, in the whole kernel.
RecordSpot findRecordSpot(const AsyncPlace &place, const KernelLanes &lanes,
                          const Classifiers &classifiers);

/// i1: true if the predicate holds in the executing lane. The code is inserted at `builder`.
mlir::Value createHolds(mlir::OpBuilder &builder, mlir::Location location,
                        const Predicate &predicate);

/// i1, equal in all active lanes of a warp: true if the conditions of the spot hold in any of them.
/// Null if that is proven. The code is inserted at `builder`.
mlir::Value createCondition(mlir::OpBuilder &builder, mlir::Location location,
                            const RecordSpot &spot, const KernelLanes &lanes);

} // namespace pstudio::automode
