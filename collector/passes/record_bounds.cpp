// SPDX-License-Identifier: Apache-2.0
// Counts records along structured and unstructured control flow.
#include "collector/passes/record_bounds.h"

#include <algorithm>
#include <cstdlib>

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

#include "collector/ir/call_graph.h"
#include "collector/ir/proton_dialect.h"
#include "collector/ir/proton_gpu_dialect.h"

using namespace mlir;

namespace pstudio {
namespace {

/// True if control may come back to `block` from itself.
bool isInCycle(Block *block) {
  SmallVector<Block *> open(block->getSuccessors());
  llvm::SmallPtrSet<Block *, 16> seen;
  while (!open.empty()) {
    Block *next = open.pop_back_val();
    if (next == block)
      return true;
    if (seen.insert(next).second)
      llvm::append_range(open, next->getSuccessors());
  }
  return false;
}

/// Number of records, or none if it has no bound.
using Bound = std::optional<uint64_t>;

Bound sum(Bound a, Bound b) {
  return a && b ? Bound(*a + *b) : std::nullopt;
}

Bound larger(Bound a, Bound b) {
  return a && b ? Bound(std::max(*a, *b)) : std::nullopt;
}

/// Rounds of a loop with constant bounds.
Bound roundsOf(scf::ForOp loop) {
  const auto begin = getConstantIntValue(loop.getLowerBound());
  const auto end = getConstantIntValue(loop.getUpperBound());
  const auto step = getConstantIntValue(loop.getStep());
  constexpr int64_t kMost = INT32_MAX; // nothing near it would fit a segment anyway
  if (!begin || !end || !step || *step <= 0 || std::abs(*begin) > kMost || std::abs(*end) > kMost)
    return std::nullopt;
  return *end <= *begin ? 0 : llvm::divideCeil(*end - *begin, *step);
}

/// `rounds` times `records`, unless that is absurdly many.
Bound times(Bound rounds, Bound records) {
  constexpr uint64_t kMost = UINT32_MAX;
  if (records == uint64_t{0})
    return 0;
  return rounds && records && *rounds <= kMost / *records ? Bound(*rounds * *records)
                                                          : std::nullopt;
}

/// Bounds of one kernel; what a function records is counted at each of its calls.
class RecordCounter {
public:
  Bound recordsOf(Region &region);

private:
  Bound recordsOf(Operation &op);
  Bound recordsBehind(CallOpInterface call);

  llvm::DenseMap<Operation *, Bound> m_functions;
};

Bound RecordCounter::recordsBehind(CallOpInterface call) {
  FunctionOpInterface callee = calleeOf(call);
  if (!callee || callee.isExternal())
    return 0;
  // While it is counted: a function that calls itself records nothing (see CallGraph::check).
  const auto [known, isNew] = m_functions.try_emplace(callee, Bound(0));
  if (!isNew)
    return known->second;
  const Bound records = recordsOf(callee.getFunctionBody());
  m_functions[callee] = records;
  return records;
}

Bound RecordCounter::recordsOf(Operation &op) {
  if (isa<proton::RecordOp, proton::EventOp, proton_gpu::StoreOp>(op))
    return 1;
  if (auto call = dyn_cast<CallOpInterface>(op))
    return recordsBehind(call);
  Bound most = 0;
  for (Region &region : op.getRegions())
    most = larger(most, recordsOf(region));
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return times(roundsOf(loop), most);
  if (isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op))
    return most;
  return most == uint64_t{0} ? most : std::nullopt; // any number of rounds
}

Bound RecordCounter::recordsOf(Region &region) {
  Bound total = 0;
  for (Block &block : region) {
    Bound inBlock = 0;
    for (Operation &op : block)
      inBlock = sum(inBlock, recordsOf(op));
    total = sum(total, isInCycle(&block) ? times(std::nullopt, inBlock) : inBlock);
  }
  return total;
}

} // namespace

std::optional<uint64_t> mostRecords(FunctionOpInterface kernel) {
  return RecordCounter().recordsOf(kernel.getFunctionBody());
}

bool mayWrap(FunctionOpInterface kernel, uint32_t slots) {
  const std::optional<uint64_t> most = mostRecords(kernel);
  return !most || *most > slots;
}

} // namespace pstudio
