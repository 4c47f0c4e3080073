// SPDX-License-Identifier: Apache-2.0
// The code that counts the groups of a queue and records their events.
#pragma once

#include <functional>

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace pstudio::automode {

/// One event whose key is the number of a group, and private counters: groups issued, groups seen
/// complete, and, if groups may be empty, which of the newest 64 are not. The counters are
/// variables on the stack that LLVM turns into registers. Control flow is scf, or blocks in an
/// llvm.func.
class QueueCounters {
public:
  /// Allocates event and counters at the function's entry.
  QueueCounters(mlir::FunctionOpInterface function, mlir::Location location, llvm::StringRef name,
                bool groupsMayBeEmpty);

  /// The group's event starts before `op`, which runs once per group.
  void startBefore(mlir::Operation *op);
  /// The same, unless it has started already.
  void startOnceBefore(mlir::Operation *op);
  /// The next group begins behind `op`.
  void advanceAfter(mlir::Operation *op);
  /// All groups but the newest `pending` end behind `wait`.
  void endOlderAfter(mlir::Operation *wait, uint32_t pending);
  /// The oldest group that is under way, if there is one, ends behind `wait`.
  void endOneAfter(mlir::Operation *wait);
  /// The next group ends behind `wait`, whoever issued it.
  void endNextAfter(mlir::Operation *wait);

private:
  using Body = std::function<void(mlir::OpBuilder &, mlir::Value)>;

  mlir::Value constant(mlir::OpBuilder &builder, int64_t value);
  mlir::Value load(mlir::OpBuilder &builder, mlir::Value counter);
  void store(mlir::OpBuilder &builder, mlir::Value value, mlir::Value counter);
  mlir::Value bitOf(mlir::OpBuilder &builder, mlir::Value group);
  mlir::Value isStarted(mlir::OpBuilder &builder, mlir::Value group);
  void record(mlir::OpBuilder &builder, bool isStart, mlir::Value group);
  /// Ends the groups from `m_done` to `limit`, and `m_done` becomes `limit` if that is more.
  void endUpTo(mlir::OpBuilder &builder, mlir::Value limit);

  void ifThen(mlir::OpBuilder &builder, mlir::Value condition,
              const std::function<void(mlir::OpBuilder &)> &body);
  void forRange(mlir::OpBuilder &builder, mlir::Value begin, mlir::Value end, const Body &body);
  void forRangeOfBlocks(mlir::OpBuilder &builder, mlir::Value begin, mlir::Value end,
                        const Body &body);

  bool m_hasBlocks; ///< control flow between blocks, not scf
  mlir::Location m_location;
  mlir::Value m_event;
  mlir::Value m_issued;
  mlir::Value m_done;
  mlir::Value m_started; ///< a bit per group, or null
};

} // namespace pstudio::automode
