// SPDX-License-Identifier: Apache-2.0
// Values of a kernel's entry become arguments of the functions that it calls.
#include "collector/records/kernel_functions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include "collector/ir/call_graph.h"
#include "collector/ir/kernel_function.h"
#include "collector/passes/function_signature.h"
#include "core/record/record_layout.h"

using namespace mlir;

namespace pstudio {
namespace {

/// One function, and the stand-in of each kernel value that is used in it.
struct Part {
  FunctionOpInterface function;
  llvm::MapVector<Value, Value> values; ///< of the kernel, each with its stand-in
};

LLVM::AllocaOp stackVariable(Value value) {
  return value.getDefiningOp<LLVM::AllocaOp>();
}

/// The types of the stack variables that are passed to a function.
SmallVector<Type> variableTypes(const Part &part) {
  SmallVector<Type> types;
  for (const auto &[value, standIn] : part.values)
    if (LLVM::AllocaOp variable = stackVariable(value))
      types.push_back(variable.getElemType());
  return types;
}

/// Passes values to callees, callees first.
class ValueLifter {
public:
  ValueLifter(FunctionOpInterface kernel, const llvm::DenseMap<Operation *, Value> &tagOffsets)
      : m_kernel(kernel), m_tagOffsets(tagOffsets) {}

  void run(ArrayRef<CallOpInterface> deadCalls) {
    lift(m_kernel);
    for (CallOpInterface call : deadCalls)
      complete(call);
  }

private:
  /// Finishes the callees of a function, then the function itself.
  void lift(FunctionOpInterface function) {
    if (!m_seen.insert(function).second)
      return;
    const SmallVector<proton_gpu::SaveContextOp> saves = savesInFrontOfCalls(function);
    for (proton_gpu::SaveContextOp save : saves)
      lift(calleeOfSave(save));
    Part part{function, {}};
    if (function != m_kernel)
      addStandIns(part, saves);
    for (proton_gpu::SaveContextOp save : saves)
      passOn(part, save);
    if (function != m_kernel)
      returnVariables(part);
    m_parts.try_emplace(function, std::move(part));
  }

  static SmallVector<proton_gpu::SaveContextOp> savesInFrontOfCalls(FunctionOpInterface function) {
    SmallVector<proton_gpu::SaveContextOp> saves;
    function.walk([&](proton_gpu::SaveContextOp save) {
      if (isa<CallOpInterface>(save->getNextNode()))
        saves.push_back(save);
    });
    return saves;
  }

  static FunctionOpInterface calleeOfSave(proton_gpu::SaveContextOp save) {
    return calleeOf(cast<CallOpInterface>(save->getNextNode()));
  }

  /// Adds stand-ins for the kernel values that the function and its callees use.
  void addStandIns(Part &part, ArrayRef<proton_gpu::SaveContextOp> saves) {
    llvm::SmallSetVector<Value, 8> crossing;
    part.function.walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (operand.getParentRegion()->getParentOfType<FunctionOpInterface>() != part.function)
          crossing.insert(operand);
    });
    for (proton_gpu::SaveContextOp save : saves)
      for (const auto &[value, standIn] : m_parts.find(calleeOfSave(save))->second.values)
        crossing.insert(value);
    for (Value value : crossing)
      addStandIn(part, value);
  }

  void addStandIn(Part &part, Value value) {
    Block &entry = part.function.getFunctionBody().front();
    LlvmWriter w(OpBuilder::atBlockBegin(&entry), value.getLoc());
    Value standIn;
    if (matchPattern(value, m_Constant())) {
      standIn = w.builder().clone(*value.getDefiningOp())->getResult(0);
    } else if (LLVM::AllocaOp variable = stackVariable(value)) {
      Value start = appendParameter(part.function, variable.getElemType());
      standIn = w.stackVariable(variable.getElemType());
      w.store(start, standIn, 0);
    } else {
      standIn = appendParameter(part.function, value.getType());
    }
    value.replaceUsesWithIf(standIn, [&](OpOperand &use) {
      return use.getOwner()->getParentOfType<FunctionOpInterface>() == part.function;
    });
    if (!matchPattern(value, m_Constant()))
      part.values.insert({value, standIn});
  }

  /// The value in `part` that represents a value of the kernel.
  static Value standInFor(const Part &part, Value value) {
    const auto found = part.values.find(value);
    return found == part.values.end() ? value : found->second;
  }

  void passOn(const Part &part, proton_gpu::SaveContextOp save) {
    auto call = cast<CallOpInterface>(save->getNextNode());
    const Part &callee = m_parts.find(calleeOf(call))->second;
    LlvmWriter before(OpBuilder(call), call.getLoc());
    SmallVector<Value> operands{tagOffsetFor(part, save)};
    llvm::append_range(operands, save.getConditions());
    SmallVector<Value> variables;
    for (const auto &[value, inside] : callee.values) {
      Value mine = standInFor(part, value);
      if (LLVM::AllocaOp variable = stackVariable(value)) {
        variables.push_back(mine);
        mine = before.load(variable.getElemType(), mine, 0);
      }
      operands.push_back(mine);
    }
    auto restore = cast<proton_gpu::RestoreContextOp>(call->getNextNode());
    const SmallVector<Value> results = callWithResults(call, operands, variableTypes(callee));
    LlvmWriter behind(OpBuilder(restore), restore.getLoc());
    for (const auto &[result, variable] : llvm::zip(results, variables))
      behind.store(result, variable, 0);
    restore.erase();
    save.erase();
  }

  /// Adds the new operands of its callee to a call that is never executed.
  void complete(CallOpInterface call) {
    OpBuilder builder(call);
    FunctionOpInterface callee = calleeOf(call);
    SmallVector<Value> operands;
    for (Type type : callee.getArgumentTypes().drop_front(namedOperandCount(call)))
      operands.push_back(builder.create<LLVM::UndefOp>(call.getLoc(), type));
    callWithResults(call, operands, variableTypes(m_parts.find(callee)->second));
  }

  /// The offset that is added to the callee's ids, shifted to the id field of a tag.
  Value tagOffsetFor(const Part &part, proton_gpu::SaveContextOp save) {
    LlvmWriter w(OpBuilder(save), save.getLoc());
    const uint32_t shifted = save.getOffset() << record::kOperationShift;
    Value offset = w.constant32(shifted);
    Value base = m_tagOffsets.lookup(part.function);
    if (!base)
      return offset;
    return shifted == 0 ? base : w.add(base, offset);
  }

  void returnVariables(const Part &part) {
    const SmallVector<Type> types = variableTypes(part);
    if (types.empty())
      return;
    appendResults(part.function, types, [&](Operation *leave) {
      LlvmWriter w(OpBuilder(leave), leave->getLoc());
      SmallVector<Value> results;
      for (const auto &[value, standIn] : part.values)
        if (LLVM::AllocaOp variable = stackVariable(value))
          results.push_back(w.load(variable.getElemType(), standIn, 0));
      return results;
    });
  }

  FunctionOpInterface m_kernel;
  const llvm::DenseMap<Operation *, Value> &m_tagOffsets;
  llvm::DenseSet<Operation *> m_seen;
  llvm::DenseMap<Operation *, Part> m_parts; ///< finished
};

} // namespace

KernelFunctions::KernelFunctions(FunctionOpInterface kernel)
    : m_kernel(kernel), m_callees(recordingCallees(kernel)) {
  const Type word = IntegerType::get(kernel.getContext(), 32);
  for (RecordingCallee &callee : m_callees) {
    m_tagOffsets[callee.function] = appendParameter(callee.function, word);
    takeConditions(callee.function);
  }
  for (RecordingCallee &callee : m_callees)
    lowerOperationIds(callee.function);
  if (m_callees.empty())
    return;
  // Calls in unreachable code, and in functions that no kernel calls.
  kernel->getParentOp()->walk([&](CallOpInterface call) {
    FunctionOpInterface callee = calleeOf(call);
    if (callee && m_tagOffsets.contains(callee) &&
        !isa_and_nonnull<proton_gpu::SaveContextOp>(call->getPrevNode()))
      m_deadCalls.push_back(call);
  });
}

void KernelFunctions::takeConditions(FunctionOpInterface callee) {
  SmallVector<Value> conditions;
  callee.walk([&](proton_gpu::CallerIsSampledOp op) {
    while (conditions.size() <= op.getIndex())
      conditions.push_back(appendParameter(callee, op.getSampled().getType()));
    op.getSampled().replaceAllUsesWith(conditions[op.getIndex()]);
    op.erase();
  });
}

void KernelFunctions::lowerOperationIds(FunctionOpInterface callee) {
  callee.walk([&](proton_gpu::OperationIdOp op) {
    LlvmWriter w(OpBuilder(op), op.getLoc());
    Value shift = w.constant32(record::kOperationShift);
    Value before = w.shiftRight(m_tagOffsets.lookup(callee), shift);
    op.getValue().replaceAllUsesWith(w.add(before, w.constant32(op.getId())));
    op.erase();
  });
}

Value KernelFunctions::tagOffset(Operation *op) const {
  auto store = dyn_cast<proton_gpu::StoreOp>(op);
  if (store && store.getEvent()) {
    LlvmWriter w(OpBuilder(op), op->getLoc());
    return w.shiftLeft(store.getEvent(), w.constant32(record::kOperationShift));
  }
  return m_tagOffsets.lookup(op->getParentOfType<FunctionOpInterface>());
}

Value KernelFunctions::tagAt(Operation *op, uint32_t tag) const {
  LlvmWriter w(OpBuilder(op), op->getLoc());
  Value fixed = w.constant32(tag), offset = tagOffset(op);
  return offset ? w.add(fixed, offset) : fixed;
}

void KernelFunctions::finish() {
  ValueLifter(m_kernel, m_tagOffsets).run(m_deadCalls);
  for (const RecordingCallee &callee : m_callees) {
    const proton_gpu::SegmentOfCallerOp segment = callee.segment;
    for (Operation *user : llvm::make_early_inc_range(segment->getUsers()))
      user->erase(); // save_context before a return
    segment->erase();
  }
}

} // namespace pstudio
