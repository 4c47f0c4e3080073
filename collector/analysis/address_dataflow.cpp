// SPDX-License-Identifier: Apache-2.0
// Joins, loops, branches and calls.
#include "collector/analysis/address_dataflow.h"

#include <numeric>

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseSet.h"

#include "collector/analysis/address_values.h"
#include "collector/analysis/decisive_operands.h"
#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio {
namespace {

ThreadFacts unknownFacts(Value value) {
  return ThreadFacts::unknown(laneWidth(value.getType()));
}

constexpr bool isEverybody(const PerDimension &groups) {
  return groups == PerDimension{};
}

} // namespace

//===--- AddressLattice ----------------------------------------------------------------------===//

ChangeResult AddressLattice::update(const std::optional<ThreadFacts> &joined) {
  std::optional<ThreadFacts> limited;
  if (joined)
    limited = chosenByGroups(*joined, m_groups);
  const bool isSame = limited == m_limited;
  m_joined = joined;
  m_limited = limited;
  return isSame ? ChangeResult::NoChange : ChangeResult::Change;
}

ChangeResult AddressLattice::join(const AbstractSparseLattice &other) {
  const ThreadFacts *facts = static_cast<const AddressLattice &>(other).facts();
  return facts ? join(*facts) : ChangeResult::NoChange;
}

ChangeResult AddressLattice::join(const ThreadFacts &facts) {
  return update(m_joined ? pstudio::join(*m_joined, facts) : facts);
}

ChangeResult AddressLattice::limit(const PerDimension &groups) {
  for (unsigned d = 0; d < kThreadDimensions; ++d)
    m_groups[d] = std::gcd(m_groups[d], groups[d]);
  return update(m_joined);
}

void AddressLattice::print(raw_ostream &stream) const {
  stream << (m_limited ? "known" : "not reached");
}

//===--- CallSites ---------------------------------------------------------------------------===//

CallSites::CallSites(Operation *top) {
  SymbolTableCollection tables;
  llvm::DenseSet<Operation *> otherwiseUsed;
  top->walk([&](Operation *op) {
    if (auto call = dyn_cast<CallOpInterface>(op)) {
      if (Operation *callee = call.resolveCallable(&tables))
        m_calls[callee].push_back(call);
      return;
    }
    // Anything else that names a function may pass on its address.
    op->getAttrDictionary().walk([&](SymbolRefAttr name) {
      if (Operation *used = tables.lookupNearestSymbolFrom(op, name))
        otherwiseUsed.insert(used);
    });
  });
  for (Operation *function : otherwiseUsed)
    m_calls.erase(function);
}

ArrayRef<CallOpInterface> CallSites::of(Operation *function) const {
  const auto found = m_calls.find(function);
  if (found == m_calls.end() || isKernelFunction(function))
    return {};
  return found->second;
}

//===--- AddressPropagation ------------------------------------------------------------------===//

AddressPropagation::AddressPropagation(DataFlowSolver &solver, const ThreadArithmetic &arithmetic,
                                       const CallSites &calls)
    : SparseForwardDataFlowAnalysis(solver), m_arithmetic(arithmetic), m_calls(calls) {}

void AddressPropagation::visitOperation(Operation *op, ArrayRef<const AddressLattice *> operands,
                                        ArrayRef<AddressLattice *> results) {
  SmallVector<ThreadFacts, 3> known;
  for (const AddressLattice *operand : operands) {
    if (!operand->facts())
      return;
    known.push_back(*operand->facts());
  }
  const bool isOpaque =
      llvm::any_of(op->getRegions(), [](Region &region) { return !region.empty(); });
  for (const auto &[index, result] : llvm::enumerate(results))
    propagateIfChanged(result,
                       result->join(isOpaque ? unknownFacts(result->getPoint())
                                             : resultFacts(op, index, known, m_arithmetic)));
}

void AddressPropagation::visitNonControlFlowArguments(Operation *op,
                                                      const RegionSuccessor &successor,
                                                      ArrayRef<AddressLattice *> arguments,
                                                      unsigned firstIndex) {
  Region *region = successor.getSuccessor();
  if (!region) // results of the operation itself
    return setAllToEntryStates(arguments);
  const unsigned behind = firstIndex + successor.getSuccessorInputs().size();
  for (unsigned i = 0; i < arguments.size(); ++i)
    if (i < firstIndex || i >= behind)
      count(op, region->front(), i, arguments[i]);
}

void AddressPropagation::count(Operation *loop, Block &body, unsigned index,
                               AddressLattice *lattice) {
  bool isComplete = true;
  const auto known = [&](Value value) {
    const ThreadFacts *facts = getLatticeElementFor(&body, value)->facts();
    isComplete &= facts != nullptr;
    return facts;
  };
  const ThreadFacts facts = counterFacts(loop, index, known, m_arithmetic);
  if (isComplete)
    propagateIfChanged(lattice, lattice->join(facts));
}

void AddressPropagation::setToEntryState(AddressLattice *lattice) {
  if (auto argument = dyn_cast<BlockArgument>(lattice->getPoint()))
    if (argument.getOwner()->isEntryBlock())
      return enter(lattice, argument);
  propagateIfChanged(lattice, lattice->join(unknownFacts(lattice->getPoint())));
}

void AddressPropagation::enter(AddressLattice *lattice, BlockArgument argument) {
  Block *block = argument.getOwner();
  auto function = dyn_cast<FunctionOpInterface>(block->getParentOp());
  const auto learn = [&](const ThreadFacts &facts) {
    propagateIfChanged(lattice, lattice->join(facts));
  };
  if (!function)
    return learn(unknownFacts(argument));
  if (isKernelFunction(function) || argument.getArgNumber() >= function.getNumArguments())
    return learn(kernelArgumentFacts(argument));
  const ArrayRef<CallOpInterface> calls = m_calls.of(function);
  if (calls.empty())
    return learn(unknownFacts(argument));
  for (CallOpInterface call : calls) {
    const Value given = call.getArgOperands()[argument.getArgNumber()];
    if (const ThreadFacts *facts = getLatticeElementFor(block, given)->facts())
      learn(*facts);
  }
}

//===--- ThreadDivergence --------------------------------------------------------------------===//

ThreadDivergence::ThreadDivergence(DataFlowSolver &solver, const CallSites &calls)
    : DataFlowAnalysis(solver), m_calls(calls) {}

LogicalResult ThreadDivergence::initialize(Operation *top) {
  top->walk([&](Operation *op) { (void)visit(op); });
  return success();
}

LogicalResult ThreadDivergence::visit(ProgramPoint point) {
  auto *op = point.dyn_cast<Operation *>();
  if (!op)
    return success();
  if (isa<RegionBranchOpInterface>(op))
    visitStructured(op);
  else if (op->hasTrait<OpTrait::IsTerminator>() && op->getNumSuccessors() > 1)
    visitBranch(op);
  return success();
}

void ThreadDivergence::visitStructured(Operation *op) {
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return limit(op->getResults(), constancy(op, loop.getConditionOp().getCondition()));
  limit(op->getResults(), constancy(op, decisiveOperands(op)));
}

void ThreadDivergence::visitBranch(Operation *terminator) {
  auto branch = dyn_cast<BranchOpInterface>(terminator);
  SmallVector<Value> decisive;
  for (unsigned i = 0; i < terminator->getNumOperands(); ++i)
    if (!branch || !branch.getSuccessorBlockArgument(i))
      decisive.push_back(terminator->getOperand(i));
  PerDimension groups{1, 1, 1, 1};
  if (branch)
    groups = constancy(terminator, decisive);
  if (isEverybody(groups))
    return;
  const DivergentBlocks &found = blocksOf(terminator);
  for (Block *block : found.joins)
    limit(block->getArguments(), groups);
  limit(found.leaving, groups);
  if (found.meeting)
    return;
  limit(terminator->getParentOp()->getResults(), groups);
  for (CallOpInterface call : m_calls.of(terminator->getParentOp()))
    limit(call->getResults(), groups);
}

PerDimension ThreadDivergence::constancy(Operation *user, ValueRange values) {
  PerDimension groups{};
  for (Value value : values)
    if (const ThreadFacts *facts = getOrCreateFor<AddressLattice>(user, value)->facts())
      for (unsigned d = 0; d < kThreadDimensions; ++d)
        groups[d] = std::gcd(groups[d], facts->constancy(d));
  return groups;
}

void ThreadDivergence::limit(ValueRange values, const PerDimension &groups) {
  if (isEverybody(groups))
    return;
  for (Value value : values) {
    auto *lattice = getOrCreate<AddressLattice>(value);
    propagateIfChanged(lattice, lattice->limit(groups));
  }
}

const DivergentBlocks &ThreadDivergence::blocksOf(Operation *terminator) {
  const auto [entry, isNew] = m_blocks.try_emplace(terminator);
  if (isNew)
    entry->second = divergentBlocks(terminator, m_postDominance);
  return entry->second;
}

} // namespace pstudio
