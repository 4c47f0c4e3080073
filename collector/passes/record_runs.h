// SPDX-License-Identifier: Apache-2.0
// Runs of records, in order: if a unit makes the first, it makes the others.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"

#include "collector/ir/proton_gpu_dialect.h"
#include "collector/passes/long_operations.h"

namespace pstudio {

/// The reason why a run ends, or why its records so far are stored before the next one.
enum class RunEnd : uint8_t {
  Full,      ///< a group has no room for it
  Wait,      ///< a wait or barrier that may not end: the trace of a hang shows that it was reached
  Call,      ///< the callee may record, or may not return
  Loop,      ///< may take a long time, and needs the registers
  Branch,    ///< with records of its own inside of an operation
  Assembly,  ///< that branches or exits
  Return,    ///< the unit is finalised
  Kind,      ///< a record with more than a clock
  Condition, ///< the next record has another condition
  Block,     ///< the block ends, and no other block always follows it
};
inline constexpr size_t kRunEnds = 10;
inline constexpr std::array<std::string_view, kRunEnds> kRunEndNames{
    "full", "wait", "call", "loop", "branch", "assembly", "return", "kind", "condition", "block"};

struct RecordRun {
  llvm::SmallVector<proton_gpu::StoreOp, 3> stores; ///< at least one
  llvm::SmallVector<uint32_t, 3> pauses; ///< numbers of records after which all are stored
  RunEnd end = RunEnd::Block;
  bool hasStoredKeys() const;
};

/// The key of an event if it is a constant, modulo 2^16.
std::optional<uint32_t> constantKey(proton_gpu::StoreOp store);

/// The key of an epoch (record::kKeyEpochMask).
uint32_t epochKey(proton_gpu::StoreOp epoch);

/// Estimated executions of a record: factor 16 for each of up to three loops around it.
uint64_t weightOf(mlir::Operation *record);

class RunFinder {
public:
  /// `holdsAcrossWaits`: RunEnd::Wait makes no run pause. Runs have up to `mostRecords`, 2 where
  /// one has a key that is not constant.
  RunFinder(bool holdsAcrossWaits, uint32_t mostRecords)
      : m_holdsAcrossWaits(holdsAcrossWaits), m_mostRecords(mostRecords) {}

  /// Of all scopes and events of the function. The functions that it calls must not change between
  /// two uses. O(operations), of functions that it calls up to 8 times.
  std::vector<RecordRun> runsIn(mlir::FunctionOpInterface function);

private:
  using BlockSet = llvm::SmallPtrSet<mlir::Block *, 32>;

  /// In the block and those that surely follow it.
  void findFrom(mlir::Block &first, mlir::PostDominanceInfo &dominance, BlockSet &seen,
                std::vector<RecordRun> &runs);
  /// Adds to `run`, which is what blocks before have left open.
  void findIn(mlir::Block &block, RecordRun &run, std::vector<RecordRun> &runs);
  bool isPause(mlir::Operation *op, uint32_t callsLeft);
  bool isPauseCall(mlir::CallOpInterface call, uint32_t callsLeft);
  mlir::Block *blockAfter(mlir::Block &block, mlir::PostDominanceInfo &dominance) const;
  std::optional<RunEnd> endAt(mlir::Operation *op) const;
  bool hasRoom(const RecordRun &run, proton_gpu::StoreOp store) const;
  std::optional<RunEnd> endInside(mlir::Block &block) const;

  bool m_holdsAcrossWaits;
  uint32_t m_mostRecords;
  LongOperations m_operations;
  /// By function, and how deep its calls are followed.
  llvm::DenseMap<std::pair<mlir::Operation *, uint32_t>, bool> m_isPause;
};

} // namespace pstudio
