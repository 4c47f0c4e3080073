// SPDX-License-Identifier: Apache-2.0
// Errors in the records of a function, each reported at one record with notes at the others.
#include "collector/ir/scope_checks.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/StringSet.h"

#include "collector/ir/event_origin.h"

using namespace mlir;

namespace pstudio {
namespace {

/// Emits at most one error for a scope name: further errors would be consequences of the first.
class ScopeChecker {
public:
  ScopeChecker(Operation *function, const ProtonOperations &operations,
               const ScopeStateSolver &states)
      : m_operations(operations), m_states(states), m_dominance(function) {}

  LogicalResult run() {
    for (proton::RecordOp record : m_operations.records) {
      const ScopeStates *before = m_states.before(record);
      if (!before) {
        record.emitWarning() << "scope '" << record.getName()
                             << "': this record is never reached and records nothing";
        continue;
      }
      if (record.getBoundary() == proton::Boundary::Start)
        checkStart(record, before->of(record.getNameAttr()));
      else
        checkEnd(record, before->of(record.getNameAttr()));
    }
    for (proton::ValueOp value : m_operations.values)
      if (!m_states.before(value))
        value.emitWarning() << "value '" << value.getName()
                            << "' is never reached and records nothing";
    for (proton::AsyncOp step : m_operations.steps)
      if (!m_states.before(step))
        step.emitWarning() << "step '" << step.getName()
                           << "' is never reached and records nothing";
    for (Operation *leave : m_operations.returns)
      checkReturn(leave);
    return success(m_wrongNames.empty());
  }

private:
  /// True for the first error of `name`.
  bool isFirstError(StringRef name) { return m_wrongNames.insert(name).second; }

  void checkStart(proton::RecordOp start, const NameState &state) {
    if (!state.mayBeOpen() || !isFirstError(start.getName()))
      return;
    InFlightDiagnostic error = start.emitError();
    error << "scope '" << start.getName() << "' is started again before it is closed";
    for (Operation *open : state.starts)
      error.attachNote(open->getLoc())
          << (open == start ? "an earlier iteration may have left it open"
                            : "it is still open from here");
  }

  void checkEnd(proton::RecordOp end, const NameState &state) {
    if (state.mustBeOpen() || !isFirstError(end.getName()))
      return;
    InFlightDiagnostic error = end.emitError();
    error << "scope '" << end.getName() << "' is closed ";
    if (state.mayBeOpen()) {
      error << "without being opened on every path to here";
      for (Operation *start : state.starts)
        error.attachNote(start->getLoc()) << "opened on some paths only";
    } else if (proton::RecordOp earlier = findEndBefore(end)) {
      error << "twice";
      error.attachNote(earlier.getLoc()) << "already closed here";
    } else if (proton::RecordOp start = findStartAfter(end)) {
      error << "before it is started";
      error.attachNote(start.getLoc()) << "started here, only after its end";
    } else {
      error << "without being opened";
    }
  }

  /// A record of the same name, with the given boundary, for which `accepts` holds; the last one in
  /// the text.
  template <class Accepts>
  proton::RecordOp findLast(proton::RecordOp other, proton::Boundary boundary, Accepts accepts) {
    for (proton::RecordOp record : llvm::reverse(m_operations.records))
      if (record.getBoundary() == boundary && record.getNameAttr() == other.getNameAttr() &&
          accepts(record))
        return record;
    return nullptr;
  }
  proton::RecordOp findEndBefore(proton::RecordOp end) {
    return findLast(end, proton::Boundary::End, [&](proton::RecordOp record) {
      return m_dominance.properlyDominates(record.getOperation(), end.getOperation());
    });
  }
  proton::RecordOp findStartAfter(proton::RecordOp end) {
    return findLast(end, proton::Boundary::Start, [&](proton::RecordOp record) {
      return m_dominance.properlyDominates(end.getOperation(), record.getOperation());
    });
  }

  void checkReturn(Operation *leave) {
    const ScopeStates *before = m_states.before(leave);
    if (!before)
      return;
    for (proton::RecordOp start : m_operations.records) {
      const NameState &state = before->of(start.getNameAttr());
      if (!state.starts.contains(start) || !isFirstError(start.getName()))
        continue;
      start.emitError()
              .append("scope '", start.getName(), "' is started without being closed")
              .attachNote(leave->getLoc())
          << "the function may be left here with the scope open";
    }
  }

  const ProtonOperations &m_operations;
  const ScopeStateSolver &m_states;
  DominanceInfo m_dominance;
  llvm::StringSet<> m_wrongNames;
};

/// The record among `records` of one event that starts (or ends) it; null if none does.
proton::EventOp findBoundary(ArrayRef<proton::EventOp> records, proton::Boundary boundary) {
  for (proton::EventOp record : records)
    if (record.getBoundary() == boundary)
      return record;
  return nullptr;
}

/// An event that is passed to other functions may have only a start or an end, because some of
/// these functions may be excluded.
LogicalResult checkEventIsComplete(proton::AllocateEventOp allocation,
                                   ArrayRef<proton::EventOp> records, bool isShared) {
  proton::EventOp start = findBoundary(records, proton::Boundary::Start);
  proton::EventOp end = findBoundary(records, proton::Boundary::End);
  if (start && end)
    return success();
  if (!start && !end) {
    allocation.emitWarning() << "event '" << allocation.getName() << "' is never started or ended";
    return success();
  }
  proton::EventOp half = start ? start : end;
  InFlightDiagnostic found = isShared ? half.emitWarning() : half.emitError();
  found << "event '" << allocation.getName()
        << (start ? "' is started but never ended" : "' is ended but never started");
  found.attachNote(allocation.getLoc()) << "allocated here";
  return success(isShared);
}

} // namespace

ProtonOperations collectProtonOperations(Operation *function) {
  ProtonOperations operations;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto record = dyn_cast<proton::RecordOp>(op))
      operations.records.push_back(record);
    else if (auto allocation = dyn_cast<proton::AllocateEventOp>(op))
      operations.allocations.push_back(allocation);
    else if (auto event = dyn_cast<proton::EventOp>(op))
      operations.events.push_back(event);
    else if (auto value = dyn_cast<proton::ValueOp>(op))
      operations.values.push_back(value);
    else if (auto step = dyn_cast<proton::AsyncOp>(op))
      operations.steps.push_back(step);
    else if (auto access = dyn_cast<proton::AccessOp>(op))
      operations.accesses.push_back(access);
    else if (op->getParentOp() == function && op->hasTrait<OpTrait::IsTerminator>() &&
             op->getNumSuccessors() == 0)
      operations.returns.push_back(op);
  });
  return operations;
}

LogicalResult checkPlaces(Operation *function, const ProtonOperations &operations) {
  auto check = [&](Operation *op) -> LogicalResult {
    for (Operation *parent = op->getParentOp(); parent != function; parent = parent->getParentOp())
      if (!isa<RegionBranchOpInterface>(parent)) {
        InFlightDiagnostic error = op->emitOpError("cannot be used inside '");
        error << parent->getName() << "': the order in which its body runs is not known";
        error.attachNote(parent->getLoc()) << "the enclosing operation is here";
        return failure();
      }
    return success();
  };
  bool ok = true;
  for (proton::RecordOp record : operations.records)
    ok &= succeeded(check(record));
  for (proton::EventOp event : operations.events)
    ok &= succeeded(check(event));
  for (proton::AllocateEventOp allocation : operations.allocations)
    ok &= succeeded(check(allocation));
  for (proton::ValueOp value : operations.values)
    ok &= succeeded(check(value));
  for (proton::AsyncOp step : operations.steps)
    ok &= succeeded(check(step));
  for (proton::AccessOp access : operations.accesses)
    ok &= succeeded(check(access));
  return success(ok);
}

LogicalResult checkScopes(Operation *function, const ProtonOperations &operations,
                          const ScopeStateSolver &states) {
  return ScopeChecker(function, operations, states).run();
}

FailureOr<llvm::DenseMap<Operation *, proton::AllocateEventOp>>
checkEvents(const ProtonOperations &operations, const EventHandles &handles) {
  bool ok = true;
  llvm::DenseMap<Operation *, proton::AllocateEventOp> allocationOf;
  llvm::DenseMap<Operation *, SmallVector<proton::EventOp>> recordsOf;
  for (proton::EventOp event : operations.events) {
    if (handles.isHandle(event))
      continue;
    const EventOrigin origin = findEventOrigin(event.getEvent());
    if (origin.isUnique()) {
      allocationOf[event] = origin.allocations.front();
      recordsOf[origin.allocations.front()].push_back(event);
      continue;
    }
    ok = false;
    InFlightDiagnostic error = event.emitError(
        "the event of this record must come from one proton.allocate_event on every path");
    for (proton::AllocateEventOp allocation : origin.allocations)
      error.attachNote(allocation.getLoc()) << "it may be event '" << allocation.getName() << "'";
    for (Value other : origin.others)
      error.attachNote(other.getLoc()) << "it may be this value, which is not an allocation";
  }
  // Missing records can be reported only if the event of every record is unique.
  if (ok)
    for (proton::AllocateEventOp allocation : operations.allocations) {
      SmallVector<proton::EventOp> &records = recordsOf[allocation];
      llvm::append_range(records, handles.recordsElsewhere(allocation));
      const bool isShared = !handles.recordsElsewhere(allocation).empty();
      ok &= succeeded(checkEventIsComplete(allocation, records, isShared));
    }
  if (!ok)
    return failure();
  return allocationOf;
}

} // namespace pstudio
