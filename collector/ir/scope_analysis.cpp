// SPDX-License-Identifier: Apache-2.0
// Groups records into operations, numbers them and finds their parents.
#include "collector/ir/scope_analysis.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

#include "collector/ir/scope_checks.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {
/// Implements ScopeAnalysis::run().
class ScopeAnalysisBuilder {
public:
  ScopeAnalysisBuilder(Operation *function, const EventHandles &handles)
      : m_function(function), m_handles(handles) {}

  FailureOr<ScopeAnalysis> run() {
    m_found = collectProtonOperations(m_function);
    if (failed(checkPlaces(m_function, m_found)))
      return failure();
    auto states = ScopeStateSolver::run(m_function);
    if (failed(states))
      return m_function->emitError("the analysis of its control flow failed"), failure();
    m_states = std::move(*states);
    const bool scopesAreRight = succeeded(checkScopes(m_function, m_found, *m_states));
    auto events = checkEvents(m_found, m_handles);
    if (!scopesAreRight || failed(events))
      return failure();
    for (auto [event, allocation] : *events)
      m_usedAllocations.insert(allocation);
    for (proton::AllocateEventOp allocation : m_found.allocations)
      if (!m_handles.recordsElsewhere(allocation).empty())
        m_usedAllocations.insert(allocation);
    uniteRecords();
    numberOperations();
    for (auto [event, allocation] : *events)
      m_result.m_ids[event] = m_result.m_ids.at(allocation);
    if (failed(checkCount()))
      return failure();
    findParents();
    return std::move(m_result);
  }

private:
  /// The records that belong to one scope.
  struct ScopeRecords {
    SmallVector<proton::RecordOp> starts;
    SmallVector<proton::RecordOp> ends;
  };

  /// Unites records if a path leads from one to the other with the scope open.
  void uniteRecords() {
    for (proton::RecordOp record : m_found.records) {
      const ScopeStates *before = m_states->before(record);
      if (!before)
        continue;
      m_classes.insert(record);
      if (record.getBoundary() == proton::Boundary::End)
        for (Operation *start : before->of(record.getNameAttr()).starts)
          m_classes.unionSets(record, start);
    }
  }

  void numberOperations() {
    m_function->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto allocation = dyn_cast<proton::AllocateEventOp>(op);
          allocation && m_usedAllocations.contains(op))
        m_result.m_ids[op] = add(proton_gpu::OperationKind::Event, allocation.getNameAttr(), op);
      else if (auto record = dyn_cast<proton::RecordOp>(op);
               record && record.getBoundary() == proton::Boundary::Start && m_states->before(op))
        numberScope(record);
      else if (auto value = dyn_cast<proton::ValueOp>(op); value && m_states->before(op))
        m_result.m_ids[op] = add(proton_gpu::OperationKind::Value, value.getNameAttr(), op);
      else if (auto access = dyn_cast<proton::AccessOp>(op); access && m_states->before(op))
        m_result.m_ids[op] = add(proton_gpu::OperationKind::MemoryAccess, access.getNameAttr(), op);
      else if (auto step = dyn_cast<proton::AsyncOp>(op); step && m_states->before(op))
        numberStep(step);
    });
    for (proton::RecordOp record : m_found.records)
      if (record.getBoundary() == proton::Boundary::End && m_states->before(record)) {
        const uint32_t id = m_idOfClass.at(m_classes.getLeaderValue(record));
        m_result.m_ids[record] = id;
        m_records[id].ends.push_back(record);
      }
  }

  void numberScope(proton::RecordOp start) {
    Operation *leader = m_classes.getLeaderValue(start);
    auto it = m_idOfClass.find(leader);
    if (it == m_idOfClass.end())
      it = m_idOfClass
               .try_emplace(leader,
                            add(proton_gpu::OperationKind::Scope, start.getNameAttr(), start))
               .first;
    m_result.m_ids[start] = it->second;
    m_records[it->second].starts.push_back(start);
  }

  /// Starts, ends and repetitions of one step have equal names and sites; they get one id.
  void numberStep(proton::AsyncOp step) {
    const auto [known, isNew] = m_idOfStep.try_emplace({step.getNameAttr(), step.getSite()}, 0);
    if (isNew)
      known->second = add(proton_gpu::OperationKind::Async, step.getNameAttr(), step);
    m_result.m_ids[step] = known->second;
  }

  uint32_t add(proton_gpu::OperationKind kind, StringAttr name, Operation *definition) {
    m_result.m_operations.push_back({kind, name, -1, definition});
    return static_cast<uint32_t>(m_result.m_operations.size() - 1);
  }

  LogicalResult checkCount() {
    const auto &operations = m_result.m_operations;
    if (operations.size() <= record::kMaxOperations)
      return success();
    return operations[record::kMaxOperations].definition->emitError()
           << "the function has " << operations.size()
           << " scopes, events, values, accesses and asynchronous steps, but a record can name "
              "only "
           << record::kMaxOperations;
  }

  void findParents() {
    for (auto [id, operation] : llvm::enumerate(m_result.m_operations)) {
      if (operation.kind == proton_gpu::OperationKind::Scope) {
        operation.parent = parentOfScope(static_cast<uint32_t>(id), operation.name);
        continue;
      }
      operation.parent = innermostAt(operation.definition);
    }
    m_function->walk([&](CallOpInterface call) {
      if (m_states->before(call))
        m_result.m_callParents[call] = innermostAt(call);
    });
  }

  int32_t innermostAt(Operation *op) const {
    const SmallVector<uint32_t> open = openAt(op);
    return open.empty() ? -1 : static_cast<int32_t>(open.back());
  }

  /// Ids of the scopes that are open before `op` on every path, in ascending order.
  SmallVector<uint32_t> openAt(Operation *op) const {
    SmallVector<uint32_t> ids;
    const ScopeStates *before = m_states->before(op);
    if (!before)
      return ids;
    for (const auto &[name, state] : before->openNames()) {
      const std::optional<uint32_t> id = m_result.idOf(state.starts.front());
      const bool isOneScope =
          llvm::all_of(state.starts, [&](Operation *start) { return m_result.idOf(start) == id; });
      if (state.mustBeOpen() && isOneScope)
        ids.push_back(*id);
    }
    llvm::sort(ids);
    return ids;
  }

  int32_t parentOfScope(uint32_t id, StringAttr name) const {
    const ScopeRecords &records = m_records.at(id);
    SmallVector<uint32_t> enclosing = openAt(records.starts.front());
    for (proton::RecordOp start : records.starts) {
      const SmallVector<uint32_t> here = openAt(start);
      llvm::erase_if(enclosing, [&](uint32_t scope) { return !llvm::is_contained(here, scope); });
    }
    for (uint32_t scope : llvm::reverse(enclosing))
      if (scope != id && !isClosedInside(scope, id, name))
        return static_cast<int32_t>(scope);
    return -1;
  }

  /// True if an end of `outer` may come while `inner` is open: then they cross.
  bool isClosedInside(uint32_t outer, uint32_t inner, StringAttr innerName) const {
    return llvm::any_of(m_records.at(outer).ends, [&](proton::RecordOp end) {
      return llvm::any_of(m_states->before(end)->of(innerName).starts,
                          [&](Operation *start) { return m_result.idOf(start) == inner; });
    });
  }

  Operation *m_function;
  const EventHandles &m_handles;
  ProtonOperations m_found;
  std::unique_ptr<ScopeStateSolver> m_states;
  llvm::DenseSet<Operation *> m_usedAllocations;
  llvm::EquivalenceClasses<Operation *> m_classes;
  llvm::DenseMap<Operation *, uint32_t> m_idOfClass;
  llvm::DenseMap<std::pair<Attribute, Attribute>, uint32_t> m_idOfStep; ///< by name and site
  std::map<uint32_t, ScopeRecords> m_records;
  ScopeAnalysis m_result;
};

FailureOr<ScopeAnalysis> ScopeAnalysis::run(Operation *function, const EventHandles &handles) {
  return ScopeAnalysisBuilder(function, handles).run();
}

std::optional<int32_t> ScopeAnalysis::parentOfCall(Operation *call) const {
  const auto it = m_callParents.find(call);
  if (it == m_callParents.end())
    return std::nullopt;
  return it->second;
}

std::optional<uint32_t> ScopeAnalysis::idOf(Operation *op) const {
  const auto it = m_ids.find(op);
  if (it == m_ids.end())
    return std::nullopt;
  return it->second;
}

} // namespace pstudio
