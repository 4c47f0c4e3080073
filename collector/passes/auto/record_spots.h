// SPDX-License-Identifier: Apache-2.0
// Where a warp as a whole records what only some of its lanes do.
#pragma once

#include <memory>
#include <vector>

#include "mlir/IR/Builders.h"

#include "collector/analysis/warp_uniformity.h"
#include "collector/passes/auto/async_steps.h"

namespace pstudio::automode {

/// What is known of the lanes in the kernels below `root`, which must outlive it and must not
/// change but for new operations. The shape of CTAs is not known here, so the x of a thread is
/// taken to count lanes: nothing that is recorded may depend on that being right.
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

/// Where the records of one place go, and on what they depend. Iterators stay valid as long as
/// operations are only added.
struct RecordSpot {
  mlir::Block *startBlock = nullptr;
  mlir::Block::iterator start; ///< the record of the start goes in front of it
  mlir::Block *endBlock = nullptr;
  mlir::Block::iterator end; ///< the record of the end goes in front of it
  /// In each list, one holds in a lane that does it. Empty: all lanes do.
  llvm::SmallVector<llvm::SmallVector<Predicate, 2>, 1> conditions;
};

/// As close to `place` as the records can be. If a condition that lanes decide apart guards nothing
/// but steps of queues, the whole warp records around it: records of parts of a warp cost several
/// times as much, in all of the kernel.
RecordSpot findRecordSpot(const AsyncPlace &place, const KernelLanes &lanes,
                          const Classifiers &classifiers);

/// i1: whether the executing lane has it. Made where `builder` stands.
mlir::Value createHolds(mlir::OpBuilder &builder, mlir::Location location,
                        const Predicate &predicate);

/// i1, the same for all lanes of a warp that are there: whether any of them has what the spot asks
/// for. Null if that is known to be so. Made where `builder` stands.
mlir::Value createCondition(mlir::OpBuilder &builder, mlir::Location location,
                            const RecordSpot &spot, const KernelLanes &lanes);

} // namespace pstudio::automode
