// SPDX-License-Identifier: Apache-2.0
// Runs the data-flow solver and returns the facts of its states.
#include "collector/analysis/address_analysis.h"

#include <algorithm>

#include "collector/analysis/address_dataflow.h"
#include "collector/analysis/pointer_spaces.h"
#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"

using namespace mlir;

namespace pstudio {

struct AddressAnalysis::State {
  State(Operation *top, const BlockShape &block) : arithmetic(block), calls(top) {}

  ThreadArithmetic arithmetic;
  CallSites calls;
  DataFlowSolver solver;
};

AddressAnalysis::AddressAnalysis(Operation *top, const BlockShape &block)
    : m_state(std::make_unique<State>(top, block)) {
  DataFlowSolver &solver = m_state->solver;
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>(); // finds the paths that are never taken
  solver.load<AddressPropagation>(m_state->arithmetic, m_state->calls);
  solver.load<ThreadDivergence>(m_state->calls);
  solver.load<SpacePropagation>(m_state->calls);
  // None of these fails.
  (void)solver.initializeAndRun(top);
}

AddressAnalysis::AddressAnalysis(AddressAnalysis &&) noexcept = default;
AddressAnalysis &AddressAnalysis::operator=(AddressAnalysis &&) noexcept = default;
AddressAnalysis::~AddressAnalysis() = default;

const BlockShape &AddressAnalysis::block() const {
  return m_state->arithmetic.block();
}

const ThreadFacts *AddressAnalysis::factsOf(Value value) const {
  const auto *lattice = m_state->solver.lookupState<AddressLattice>(value);
  return lattice ? lattice->facts() : nullptr;
}

uint64_t AddressAnalysis::constancy(Value value, ThreadDimension dimension) const {
  const uint64_t extent = m_state->arithmetic.extent(dimension);
  const ThreadFacts *facts = factsOf(value);
  const uint64_t group = facts ? facts->constancy(static_cast<unsigned>(dimension)) : 1;
  return group == 0 ? extent : std::min(group, extent);
}

uint64_t AddressAnalysis::divisibility(Value value) const {
  const ThreadFacts *facts = factsOf(value);
  return facts ? facts->divisibility() : 1;
}

std::optional<int64_t> AddressAnalysis::stride(Value value, ThreadDimension dimension) const {
  const ThreadFacts *facts = factsOf(value);
  if (!facts || facts->step(dimension).group != 0)
    return std::nullopt;
  return facts->step(dimension).stride;
}

SmallVector<MemoryAccess, 2> AddressAnalysis::accesses(Operation *op) const {
  const auto *reached = m_state->solver.lookupState<dataflow::Executable>(op->getBlock());
  if (!reached || !reached->isLive())
    return {};
  SmallVector<MemoryAccess, 2> accesses = memoryAccesses(
      op, [this](Value value) { return factsOf(value); }, m_state->arithmetic);
  for (MemoryAccess &access : accesses)
    if (access.space == AccessSpace::Generic) {
      access.isGenericAddress = true;
      access.space = spaceOf(access.base);
    }
  return accesses;
}

AccessSpace AddressAnalysis::spaceOf(Value address) const {
  return spaceIn(m_state->solver, address);
}

} // namespace pstudio
