// SPDX-License-Identifier: Apache-2.0
// Facts about values classify branches; divergence is propagated to regions, blocks and callees.
#include "collector/analysis/cta_uniformity.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

#include "collector/analysis/decisive_operands.h"
#include "collector/analysis/divergent_blocks.h"
#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Extents that no CTA exceeds, so that what holds for this shape holds for all.
constexpr BlockShape kLargest = {1024, 1024, 64};

} // namespace

CtaUniformity::CtaUniformity(const CallGraph &calls) : m_addresses(calls.module(), kLargest) {
  for (FunctionOpInterface function : calls.functions())
    findDivergentBlocks(function);
  SmallVector<FunctionOpInterface> open;
  const auto add = [&](FunctionOpInterface callee) {
    if (m_divergent.insert(callee).second)
      open.push_back(callee);
  };
  for (FunctionOpInterface function : calls.functions())
    for (const DirectCall &call : calls.callsIn(function))
      if (!isReachedByAll(CallOpInterface(call.call)))
        add(call.callee);
  while (!open.empty())
    for (const DirectCall &call : calls.callsIn(open.pop_back_val()))
      add(call.callee);
}

Operation *CtaUniformity::meetingPoint(Operation *op) const {
  Operation *point = op;
  for (Operation *at = op;; at = at->getParentOp()) {
    if (isDivergentBlock(at->getBlock()))
      point = nullptr;
    Operation *parent = at->getParentOp();
    if (isa<FunctionOpInterface>(parent))
      return point;
    if (!isTakenByAll(parent))
      point = parent;
    else if (!point)
      point = parent; // the paths inside rejoin before the region ends
  }
}

bool CtaUniformity::isUniform(Value value) const {
  if (!m_addresses.factsOf(value))
    return true; // never reached
  return m_addresses.constancy(value, ThreadDimension::X) >= kLargest[0] &&
         m_addresses.constancy(value, ThreadDimension::Y) >= kLargest[1] &&
         m_addresses.constancy(value, ThreadDimension::Z) >= kLargest[2];
}

bool CtaUniformity::isTakenByAll(Operation *structured) const {
  if (auto loop = dyn_cast<scf::WhileOp>(structured))
    return isUniform(loop.getConditionOp().getCondition());
  if (!isa<RegionBranchOpInterface>(structured))
    return false;
  return llvm::all_of(decisiveOperands(structured), [&](Value v) { return isUniform(v); });
}

void CtaUniformity::findDivergentBlocks(FunctionOpInterface function) {
  std::optional<PostDominanceInfo> postDominance;
  function->walk([&](Operation *op) {
    if (!op->hasTrait<OpTrait::IsTerminator>() || op->getNumSuccessors() < 2)
      return;
    auto branch = dyn_cast<BranchOpInterface>(op);
    bool isDivergent = !branch;
    for (unsigned i = 0; branch && i < op->getNumOperands(); ++i)
      if (!branch.getSuccessorBlockArgument(i))
        isDivergent |= !isUniform(op->getOperand(i));
    if (!isDivergent)
      return;
    if (!postDominance)
      postDominance.emplace(function);
    for (Block *block : divergentBlocks(op, *postDominance).between)
      m_divergentBlocks.insert(block);
  });
}

} // namespace pstudio
