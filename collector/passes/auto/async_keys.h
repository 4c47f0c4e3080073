// SPDX-License-Identifier: Apache-2.0
// Which barrier a step is about: the number of its allocation, and the key of its records.
#pragma once

#include <optional>

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include "collector/passes/auto/async_steps.h"

namespace pstudio::automode {

/// Numbers the allocations of barriers in each kernel below `root`, which must outlive it.
class BarrierNumbers {
public:
  explicit BarrierNumbers(mlir::Operation *root);

  /// The number, from 1, of the group that `group` is; none if several may come here over calls, or
  /// if it is none that a kernel allocates.
  std::optional<uint32_t> find(mlir::Value group) const;

private:
  std::optional<uint32_t> findFromCallers(mlir::BlockArgument argument, unsigned depth) const;
  std::optional<uint32_t> find(mlir::Value group, unsigned depth) const;

  mlir::Operation *m_root;
  llvm::DenseMap<mlir::Value, uint32_t> m_numbers;
};

/// True if the barrier of `place`, or the counter, can be told, or if its queue needs none. Where a
/// parity is needed, it must be known, too.
bool hasKnownBarrier(const AsyncPlace &place, const BarrierNumbers &numbers);

/// The key of `place`, as core/queues/async_site.h says it; null for queues without one.
/// `place` must have a known barrier.
mlir::Value createKey(mlir::OpBuilder &builder, const AsyncPlace &place);

} // namespace pstudio::automode
