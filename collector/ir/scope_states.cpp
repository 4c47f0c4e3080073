// SPDX-License-Identifier: Apache-2.0
// Lattice and transfer functions of ScopeStateSolver.
#include "collector/ir/scope_states.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Propagates ScopeStates along branches, regions and past calls.
class ScopeStateAnalysis : public dataflow::DenseForwardDataFlowAnalysis<ScopeStates> {
public:
  using DenseForwardDataFlowAnalysis::DenseForwardDataFlowAnalysis;

  void visitOperation(Operation *op, const ScopeStates &before, ScopeStates *after) override {
    if (!before.isReached())
      return;
    if (auto record = dyn_cast<proton::RecordOp>(op))
      propagateIfChanged(after, after->joinAfter(before, record));
    else
      join(after, before);
  }

  // A callee has records of its own functions only: the caller's scopes stay as they are.
  void visitCallControlFlowTransfer(CallOpInterface, dataflow::CallControlFlowAction,
                                    const ScopeStates &before, ScopeStates *after) override {
    join(after, before);
  }

  void setToEntryState(ScopeStates *state) override {
    propagateIfChanged(state, state->markReached());
  }
};

} // namespace

const NameState &ScopeStates::of(StringAttr name) const {
  static const NameState closed;
  const auto it = m_names.find(name);
  return it == m_names.end() ? closed : it->second;
}

ChangeResult ScopeStates::markReached() {
  if (m_reached)
    return ChangeResult::NoChange;
  m_reached = true;
  return ChangeResult::Change;
}

ChangeResult ScopeStates::joinName(StringAttr name, const NameState &other) {
  NameState &mine = m_names[name];
  bool changed = false;
  for (Operation *start : other.starts)
    changed |= mine.starts.insert(start);
  if (other.maybeClosed && !mine.maybeClosed) {
    mine.maybeClosed = true;
    changed = true;
  }
  return changed ? ChangeResult::Change : ChangeResult::NoChange;
}

ChangeResult ScopeStates::join(const AbstractDenseLattice &abstractOther) {
  const auto &other = static_cast<const ScopeStates &>(abstractOther);
  if (!other.m_reached)
    return ChangeResult::NoChange;
  if (!m_reached) {
    m_reached = true;
    m_names = other.m_names;
    return ChangeResult::Change;
  }
  ChangeResult changed = ChangeResult::NoChange;
  // A name that only one side contains is closed on the other side.
  for (auto &[name, state] : m_names)
    if (!other.m_names.contains(name) && !state.maybeClosed) {
      state.maybeClosed = true;
      changed = ChangeResult::Change;
    }
  for (const auto &[name, state] : other.m_names)
    changed |= joinName(name, state);
  return changed;
}

ChangeResult ScopeStates::joinAfter(const ScopeStates &before, proton::RecordOp record) {
  ScopeStates next(getPoint());
  next.m_reached = true;
  next.m_names = before.m_names;
  next.m_names.erase(record.getNameAttr());
  if (record.getBoundary() == proton::Boundary::Start) {
    NameState &name = next.m_names[record.getNameAttr()];
    name.maybeClosed = false;
    name.starts.insert(record);
  }
  return join(next);
}

void ScopeStates::print(llvm::raw_ostream &os) const {
  if (!m_reached)
    os << "unreached";
  for (const auto &[name, state] : m_names)
    os << name << (state.mustBeOpen() ? ": open; " : ": may be open; ");
}

ScopeStateSolver::ScopeStateSolver() : m_solver(DataFlowConfig().setInterprocedural(false)) {}

FailureOr<std::unique_ptr<ScopeStateSolver>> ScopeStateSolver::run(Operation *function) {
  std::unique_ptr<ScopeStateSolver> solver(new ScopeStateSolver);
  // Dense analyses use the first two to find the blocks and edges that can be executed.
  solver->m_solver.load<dataflow::DeadCodeAnalysis>();
  solver->m_solver.load<dataflow::SparseConstantPropagation>();
  solver->m_solver.load<ScopeStateAnalysis>();
  if (failed(solver->m_solver.initializeAndRun(function)))
    return failure();
  return solver;
}

const ScopeStates *ScopeStateSolver::before(Operation *op) const {
  const ScopeStates *states = op->getPrevNode()
                                  ? m_solver.lookupState<ScopeStates>(op->getPrevNode())
                                  : m_solver.lookupState<ScopeStates>(op->getBlock());
  return states && states->isReached() ? states : nullptr;
}

} // namespace pstudio
