// SPDX-License-Identifier: Apache-2.0
// Data flow and control dependence of divergence.
#include "collector/analysis/warp_uniformity.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallPtrSet.h"

#include "collector/analysis/decisive_operands.h"
#include "collector/analysis/divergent_blocks.h"
#include "collector/ir/call_graph.h"
#include "collector/ir/kernel_function.h"
#include "core/ptx/instruction.h"

using namespace mlir;

namespace pstudio {

namespace {

/// Inline PTX, or an intrinsic, that ends the lanes that execute it.
bool mayEndLanes(Operation *op) {
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op)) {
    const StringRef text = assembly.getAsmString();
    if (!text.contains("exit") && !text.contains("ret")) // every visit would parse every text
      return false;
    return llvm::any_of(ptx::parse(text).statements, [](const ptx::Statement &statement) {
      return statement.opcode == "exit" || statement.opcode == "ret";
    });
  }
  auto intrinsic = dyn_cast<LLVM::CallIntrinsicOp>(op);
  auto call = dyn_cast<LLVM::CallOp>(op);
  const StringRef name = intrinsic ? intrinsic.getIntrin()
                         : call    ? call.getCallee().value_or("")
                                   : StringRef();
  return name == "llvm.nvvm.exit";
}

/// True for an integer on the stack that is only loaded and stored; it is followed as a value.
/// Lanes that store to it divergently may hold different numbers afterwards.
bool isPlainVariable(LLVM::AllocaOp variable) {
  return variable.getElemType().isInteger() &&
         llvm::all_of(variable->getUses(), [&](OpOperand &use) {
           auto store = dyn_cast<LLVM::StoreOp>(use.getOwner());
           const Type type = variable.getElemType();
           if (store)
             return store.getAddr() == use.get() && store.getValue().getType() == type;
           auto load = dyn_cast<LLVM::LoadOp>(use.getOwner());
           return load && load.getResult().getType() == type;
         });
}

} // namespace

WarpUniformity::WarpUniformity(gpu::GPUFuncOp kernel, const BlockShape &block, uint32_t lanes)
    : m_functions{kernel}, m_block(block), m_lanes(lanes) {
  const unsigned arguments = kernel.getNumArguments() + kernel.getNumWorkgroupAttributions();
  for (BlockArgument argument : kernel.getBody().front().getArguments()) {
    const unsigned width = laneWidth(argument.getType());
    // Private memory: the address may be the same in all lanes, the contents are not.
    learn(argument, argument.getArgNumber() < arguments ? LaneBits::uniform(width)
                                                        : LaneBits::varyingBits(width));
  }
  // Bits only become unknown or varying, so this terminates.
  while (visitAll()) {
  }
}

Operation *WarpUniformity::divergenceAt(Operation *op) const {
  for (; !isa<FunctionOpInterface>(op); op = op->getParentOp()) {
    if (Operation *branch = m_divergentBlocks.lookup(op->getBlock()))
      return branch;
    if (m_divergent.contains(op->getParentOp()))
      return op->getParentOp();
  }
  return m_divergentFunctions.lookup(op);
}

bool WarpUniformity::visitAll() {
  m_hasChanged = false;
  for (size_t next = 0; next < m_functions.size(); ++next) {
    Operation *function = m_functions[next];
    function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != function)
        visit(op);
    });
  }
  return m_hasChanged;
}

void WarpUniformity::visit(Operation *op) {
  if (llvm::any_of(op->getRegions(), [](Region &region) { return !region.empty(); }))
    return visitStructured(op);
  if (op->hasTrait<OpTrait::IsTerminator>() && op->getNumSuccessors() != 0)
    return visitBranch(op);
  if (auto call = dyn_cast<CallOpInterface>(op))
    if (FunctionOpInterface callee = calleeOf(call); callee && !callee.isExternal())
      return visitCall(call, callee);
  if (visitVariable(op))
    return;
  if (mayEndLanes(op))
    visitExit(op);
  if (op->getNumResults() != 0)
    visitPlain(op);
}

void WarpUniformity::visitExit(Operation *exit) {
  const bool isOfSome = divergenceAt(exit) || llvm::any_of(exit->getOperands(), [&](Value value) {
                          return isVarying(value);
                        });
  if (!isOfSome)
    return;
  for (FunctionOpInterface function : m_functions)
    m_hasChanged |= m_divergentFunctions.try_emplace(function, exit).second;
}

void WarpUniformity::visitPlain(Operation *op) {
  const auto [visitedAt, isFirstVisit] = m_visitedAt.try_emplace(op, m_changes);
  bool isStale = isFirstVisit;
  SmallVector<LaneBits> operands;
  for (Value operand : op->getOperands()) {
    const auto found = m_bits.find(operand);
    if (found == m_bits.end()) {
      m_visitedAt.erase(visitedAt);
      return;
    }
    isStale |= found->second.change > visitedAt->second;
    operands.push_back(found->second.bits);
  }
  if (!isStale)
    return;
  visitedAt->second = m_changes;
  for (OpResult result : op->getResults())
    learn(result, laneResult(op, result.getResultNumber(), operands, m_block, m_lanes));
}

bool WarpUniformity::visitVariable(Operation *op) {
  if (auto variable = dyn_cast<LLVM::AllocaOp>(op))
    return isPlainVariable(variable);
  if (auto store = dyn_cast<LLVM::StoreOp>(op)) {
    auto stored = store.getAddr().getDefiningOp<LLVM::AllocaOp>();
    if (!stored || !isPlainVariable(stored))
      return false;
    flow(store.getValue(), store.getAddr(), /*perLane=*/divergenceAt(op) != nullptr);
    return true;
  }
  auto load = dyn_cast<LLVM::LoadOp>(op);
  auto variable = load ? load.getAddr().getDefiningOp<LLVM::AllocaOp>() : LLVM::AllocaOp();
  if (!variable || !isPlainVariable(variable))
    return false;
  flow(variable.getResult(), load.getResult(), /*perLane=*/false);
  return true;
}

void WarpUniformity::visitCall(CallOpInterface call, FunctionOpInterface callee) {
  if (!llvm::is_contained(m_functions, callee)) {
    m_functions.push_back(callee);
    m_hasChanged = true;
  }
  if (Operation *branch = divergenceAt(call))
    m_hasChanged |= m_divergentFunctions.try_emplace(callee, branch).second;
  // Lanes that execute the callee together came from one call.
  flow(call.getArgOperands(), callee.getArguments(), /*perLane=*/false);
  forEachReturn(callee, [&](Operation *leave) {
    // Where lanes may return divergently, or from different places, each lane returns its own
    // value.
    const bool isApart = m_divergentBlocks.contains(leave->getBlock());
    flow(leave->getOperands(), call->getResults(), isApart);
  });
}

void WarpUniformity::visitStructured(Operation *op) {
  if (mayDiverge(op) && m_divergent.insert(op).second) {
    m_hasChanged = true;
    m_hasDivergentLoop |= isa<LoopLikeOpInterface>(op);
  }
  const bool isDivergent = m_divergent.contains(op);
  llvm::SmallPtrSet<void *, 8> fed;
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    const Value counter = loop.getInductionVar();
    fed.insert(counter.getAsOpaquePointer());
    flow(loop.getLowerBound(), counter, /*perLane=*/false);
    learnSteps(counter, loop.getStep());
  }
  visitSuccessors(op, isDivergent, fed);
  // Values without a followed source, such as the counters of other loops.
  const auto learnRest = [&](Value value) {
    const unsigned width = laneWidth(value.getType());
    if (!fed.contains(value.getAsOpaquePointer()))
      learn(value, isDivergent ? LaneBits::varyingBits(width) : LaneBits::uniform(width));
  };
  for (Region &region : op->getRegions())
    if (!region.empty())
      llvm::for_each(region.front().getArguments(), learnRest);
  llvm::for_each(op->getResults(), learnRest);
}

void WarpUniformity::learnSteps(Value counter, Value step) {
  const LaneBits *by = known(step);
  // Each iteration may make one more bit unknown. The iteration here avoids a visit of all
  // operations for each bit.
  for (uint64_t before = m_changes + 1; known(counter) && by && before != m_changes;) {
    before = m_changes;
    learn(counter, addBits(*known(counter), *by, laneWidth(counter.getType())));
  }
}

void WarpUniformity::visitSuccessors(Operation *op, bool isDivergent,
                                     llvm::SmallPtrSetImpl<void *> &fed) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch)
    return;
  const auto follow = [&](RegionBranchPoint from, auto valuesFor) {
    SmallVector<RegionSuccessor> successors;
    branch.getSuccessorRegions(from, successors);
    for (const RegionSuccessor &successor : successors) {
      for (Value input : successor.getSuccessorInputs())
        fed.insert(input.getAsOpaquePointer());
      flow(valuesFor(successor), successor.getSuccessorInputs(),
           isDivergent && successor.isParent());
    }
  };
  follow(RegionBranchPoint::parent(), [&](const RegionSuccessor &successor) {
    return branch.getEntrySuccessorOperands(successor);
  });
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (block.mightHaveTerminator())
        if (auto end = dyn_cast<RegionBranchTerminatorOpInterface>(block.getTerminator()))
          follow(region, [&](const RegionSuccessor &successor) {
            return end.getSuccessorOperands(successor);
          });
}

bool WarpUniformity::mayDiverge(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    const LaneBits *at = known(loop.getInductionVar()), *end = known(loop.getUpperBound());
    return at && end &&
           !isLessUniform(*at, *end, laneWidth(loop.getInductionVar().getType()), true);
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return isVarying(loop.getConditionOp().getCondition());
  if (!isa<RegionBranchOpInterface>(op))
    return true;
  return llvm::any_of(decisiveOperands(op), [&](Value v) { return isVarying(v); });
}

void WarpUniformity::visitBranch(Operation *terminator) {
  auto branch = dyn_cast<BranchOpInterface>(terminator);
  bool isDivergent = !branch;
  for (unsigned i = 0; branch && i < terminator->getNumOperands(); ++i)
    if (!branch.getSuccessorBlockArgument(i))
      isDivergent |= isVarying(terminator->getOperand(i));
  if (isDivergent && terminator->getNumSuccessors() > 1)
    diverge(terminator);
  for (unsigned i = 0; i < terminator->getNumSuccessors(); ++i) {
    Block *next = terminator->getSuccessor(i);
    const unsigned produced =
        branch ? branch.getSuccessorOperands(i).getProducedOperandCount() : next->getNumArguments();
    for (BlockArgument argument : next->getArguments().take_front(produced))
      learn(argument, LaneBits::varyingBits(laneWidth(argument.getType())));
    if (branch)
      flow(branch.getSuccessorOperands(i).getForwardedOperands(),
           next->getArguments().drop_front(produced), m_joins.contains(next));
  }
}

void WarpUniformity::diverge(Operation *terminator) {
  if (!m_divergentBranches.insert(terminator).second)
    return;
  m_hasChanged = true;
  const DivergentBlocks found = divergentBlocks(terminator, m_postDominance);
  m_hasDivergentLoop |= found.between.contains(terminator->getBlock());
  for (Block *block : found.between)
    m_divergentBlocks.try_emplace(block, terminator);
  m_joins.insert(found.joins.begin(), found.joins.end());
  for (Value value : found.leaving)
    learn(value, LaneBits::varyingBits(laneWidth(value.getType())));
}

void WarpUniformity::flow(ValueRange from, ValueRange to, bool perLane) {
  for (auto [source, target] : llvm::zip(from, to))
    if (const LaneBits *bits = known(source))
      learn(target, LaneBits(*bits), perLane);
}

void WarpUniformity::learn(Value value, const LaneBits &bits, bool perLane) {
  const auto [entry, isNew] = m_bits.try_emplace(value, Knowledge{bits, 0});
  Knowledge &knowledge = entry->second;
  LaneBits all = join(knowledge.bits, bits);
  if (perLane)
    all = chosenPerLane(all);
  if (!isNew && all == knowledge.bits)
    return;
  knowledge = {all, ++m_changes};
  m_hasChanged = true;
}

const LaneBits *WarpUniformity::known(Value value) const {
  const auto found = m_bits.find(value);
  return found == m_bits.end() ? nullptr : &found->second.bits;
}

bool WarpUniformity::isVarying(Value value) const {
  const LaneBits *bits = known(value);
  return bits && !bits->isUniform();
}

} // namespace pstudio
