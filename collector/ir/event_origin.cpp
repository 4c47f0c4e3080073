// SPDX-License-Identifier: Apache-2.0
// The backward walk of findEventOrigin.
#include "collector/ir/event_origin.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

namespace pstudio {
namespace {

class OriginWalk {
public:
  EventOrigin run(Value event) {
    enqueue(event);
    for (size_t next = 0; next < m_values.size(); ++next)
      visit(m_values[next]);
    return std::move(m_origin);
  }

private:
  void enqueue(Value value) { m_values.insert(value); }

  void visit(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      return visitArgument(argument);
    Operation *op = value.getDefiningOp();
    if (auto allocation = dyn_cast<proton::AllocateEventOp>(op)) {
      m_origin.allocations.insert(allocation);
    } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
      enqueue(select.getTrueValue());
      enqueue(select.getFalseValue());
    } else if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
      visitRegionBranch(branch, value);
    } else {
      m_origin.others.push_back(value);
    }
  }

  void visitArgument(BlockArgument argument) {
    Block *block = argument.getOwner();
    if (!block->isEntryBlock())
      return visitPredecessors(block, argument);
    if (auto branch = dyn_cast<RegionBranchOpInterface>(block->getParentOp()))
      return visitRegionBranch(branch, argument);
    m_origin.others.push_back(argument);
  }

  void visitPredecessors(Block *block, BlockArgument argument) {
    for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
      auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
      Value source;
      if (branch)
        source = branch.getSuccessorOperands(it.getSuccessorIndex())[argument.getArgNumber()];
      if (source)
        enqueue(source);
      else
        m_origin.others.push_back(argument);
    }
  }

  /// Enqueues the values that are passed to `value`, a result of `branch` or an argument of one of
  /// its regions.
  void visitRegionBranch(RegionBranchOpInterface branch, Value value) {
    bool found = false;
    auto follow = [&](RegionBranchPoint from, auto operandsFor) {
      SmallVector<RegionSuccessor> successors;
      branch.getSuccessorRegions(from, successors);
      for (RegionSuccessor successor : successors) {
        OperandRange operands = operandsFor(successor);
        for (auto [input, operand] : llvm::zip(successor.getSuccessorInputs(), operands))
          if (input == value) {
            found = true;
            enqueue(operand);
          }
      }
    };
    follow(RegionBranchPoint::parent(),
           [&](RegionSuccessor to) { return branch.getEntrySuccessorOperands(to); });
    for (Region &region : branch->getRegions())
      for (Block &block : region)
        if (auto leave = dyn_cast<RegionBranchTerminatorOpInterface>(block.getTerminator()))
          follow(region, [&](RegionSuccessor to) { return leave.getSuccessorOperands(to); });
    if (!found)
      m_origin.others.push_back(
          value); // an argument that the operation itself defines, such as an induction variable
  }

  EventOrigin m_origin;
  llvm::SetVector<Value> m_values;
};

} // namespace

EventOrigin findEventOrigin(Value event) {
  return OriginWalk().run(event);
}

} // namespace pstudio
