// SPDX-License-Identifier: Apache-2.0
// Follows events from records to arguments, and from there to the calls that pass them; callees
// first.
#include "collector/ir/event_handles.h"

#include "collector/ir/event_origin.h"
#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio {
namespace {

/// The number of an argument of a function that is called; -1 for anything else.
int argumentNumber(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return -1;
  auto function = dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function && !isKernelFunction(function) ? static_cast<int>(argument.getArgNumber()) : -1;
}

bool isArgumentOnly(const EventOrigin &origin) {
  return origin.allocations.empty() && !origin.others.empty() &&
         llvm::all_of(origin.others, [](Value value) { return argumentNumber(value) >= 0; });
}

} // namespace

/// Implements EventHandles::run().
class EventHandlesBuilder {
public:
  explicit EventHandlesBuilder(const CallGraph &calls) : m_calls(calls) {}

  FailureOr<EventHandles> run() {
    for (FunctionOpInterface function : m_calls.functions())
      visit(function);
    if (!m_isRight)
      return failure();
    return std::move(m_result);
  }

private:
  void visit(FunctionOpInterface function) {
    if (!m_calls.records(function) || !m_visited.insert(function).second)
      return;
    const SmallVector<DirectCall> calls = m_calls.recordingCallsIn(function);
    for (const DirectCall &call : calls)
      visit(call.callee);
    function.walk([&](proton::EventOp record) {
      const EventOrigin origin = findEventOrigin(record.getEvent());
      if (!isArgumentOnly(origin))
        return;
      m_result.m_handles.insert(record);
      m_result.m_functions.insert(function);
      for (Value argument : origin.others)
        m_records[{function, argumentNumber(argument)}].push_back(record);
    });
    for (const DirectCall &call : calls) {
      if (m_result.recordsForCallers(call.callee))
        m_result.m_functions.insert(function);
      passOn(function, call);
    }
  }

  /// Assigns the callee's records of its arguments to the values that the call passes.
  void passOn(FunctionOpInterface caller, const DirectCall &direct) {
    CallOpInterface call = direct.call;
    for (const auto &[number, operand] : llvm::enumerate(call.getArgOperands())) {
      const auto found = m_records.find({direct.callee, static_cast<int>(number)});
      if (found == m_records.end())
        continue;
      const EventHandles::Records records = found->second;
      const EventOrigin origin = findEventOrigin(operand);
      for (proton::AllocateEventOp allocation : origin.allocations)
        llvm::append_range(m_result.m_elsewhere[allocation], records);
      for (Value other : origin.others)
        if (const int argument = argumentNumber(other); argument >= 0)
          llvm::append_range(m_records[{caller, argument}], records);
        else
          reject(call, records.front());
    }
  }

  void reject(CallOpInterface call, proton::EventOp record) {
    m_isRight = false;
    record.emitError("the event of this record must come from a proton.allocate_event on every "
                     "call path: allocate it in a caller and pass it as an argument")
            .attachNote(call.getLoc())
        << "this call passes something that is not an allocation";
  }

  const CallGraph &m_calls;
  llvm::DenseSet<Operation *> m_visited;
  llvm::DenseMap<std::pair<Operation *, int>, EventHandles::Records> m_records; ///< by argument
  EventHandles m_result;
  bool m_isRight = true;
};

FailureOr<EventHandles> EventHandles::run(const CallGraph &calls) {
  return EventHandlesBuilder(calls).run();
}

ArrayRef<proton::EventOp> EventHandles::recordsElsewhere(proton::AllocateEventOp allocation) const {
  const auto found = m_elsewhere.find(allocation);
  return found == m_elsewhere.end() ? ArrayRef<proton::EventOp>() : ArrayRef(found->second);
}

} // namespace pstudio
