// SPDX-License-Identifier: Apache-2.0
// Values of a kernel's entry become arguments of the functions that it calls.
#include "collector/codegen/records/kernel_functions.h"

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

/// One function, and what stands in it for each value that crosses into it.
struct Part {
  FunctionOpInterface function;
  llvm::MapVector<Value, Value> values; ///< of the kernel, each with its stand-in
};

LLVM::AllocaOp stackVariable(Value value) {
  return value.getDefiningOp<LLVM::AllocaOp>();
}

/// Moves values across, callees first.
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

  /// What the function uses of the kernel, and what its callees do.
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
    OpBuilder builder = OpBuilder::atBlockBegin(&entry);
    Value standIn;
    if (matchPattern(value, m_Constant())) {
      standIn = builder.clone(*value.getDefiningOp())->getResult(0);
    } else if (LLVM::AllocaOp variable = stackVariable(value)) {
      Value start = appendParameter(part.function, variable.getElemType());
      Value one = builder.create<LLVM::ConstantOp>(value.getLoc(), builder.getI32Type(), 1);
      standIn = builder.create<LLVM::AllocaOp>(value.getLoc(), value.getType(),
                                               variable.getElemType(), one);
      builder.create<LLVM::StoreOp>(value.getLoc(), start, standIn);
    } else {
      standIn = appendParameter(part.function, value.getType());
    }
    value.replaceUsesWithIf(standIn, [&](OpOperand &use) {
      return use.getOwner()->getParentOfType<FunctionOpInterface>() == part.function;
    });
    if (!matchPattern(value, m_Constant()))
      part.values.insert({value, standIn});
  }

  /// What stands for a value of the kernel in `part`.
  static Value standInFor(const Part &part, Value value) {
    const auto found = part.values.find(value);
    return found == part.values.end() ? value : found->second;
  }

  void passOn(const Part &part, proton_gpu::SaveContextOp save) {
    auto call = cast<CallOpInterface>(save->getNextNode());
    const Part &callee = m_parts.find(calleeOf(call))->second;
    OpBuilder builder(call);
    SmallVector<Value> operands{tagOffsetFor(part, save)};
    llvm::append_range(operands, save.getConditions());
    SmallVector<Value> variables;
    SmallVector<Type> types;
    for (const auto &[value, inside] : callee.values) {
      Value mine = standInFor(part, value);
      if (LLVM::AllocaOp variable = stackVariable(value)) {
        variables.push_back(mine);
        types.push_back(variable.getElemType());
        mine = builder.create<LLVM::LoadOp>(call.getLoc(), variable.getElemType(), mine);
      }
      operands.push_back(mine);
    }
    auto restore = cast<proton_gpu::RestoreContextOp>(call->getNextNode());
    const SmallVector<Value> results = callWithResults(call, operands, types);
    builder.setInsertionPoint(restore);
    for (const auto &[result, variable] : llvm::zip(results, variables))
      builder.create<LLVM::StoreOp>(restore.getLoc(), result, variable);
    restore.erase();
    save.erase();
  }

  /// Gives a call that is never executed the operands that its callee has now.
  void complete(CallOpInterface call) {
    OpBuilder builder(call);
    FunctionOpInterface callee = calleeOf(call);
    SmallVector<Value> operands;
    for (Type type : callee.getArgumentTypes().drop_front(call.getArgOperands().size()))
      operands.push_back(builder.create<LLVM::UndefOp>(call.getLoc(), type));
    SmallVector<Type> types;
    for (const auto &[value, inside] : m_parts.find(callee)->second.values)
      if (LLVM::AllocaOp variable = stackVariable(value))
        types.push_back(variable.getElemType());
    callWithResults(call, operands, types);
  }

  /// The offset of the callee's ids in their place in a tag.
  Value tagOffsetFor(const Part &part, proton_gpu::SaveContextOp save) {
    OpBuilder builder(save);
    const uint32_t shifted = save.getOffset() << record::kOperationShift;
    Value offset =
        builder.create<LLVM::ConstantOp>(save.getLoc(), builder.getI32Type(),
                                         builder.getI32IntegerAttr(static_cast<int32_t>(shifted)));
    Value base = m_tagOffsets.lookup(part.function);
    if (!base)
      return offset;
    return shifted == 0 ? base : builder.create<LLVM::AddOp>(save.getLoc(), base, offset);
  }

  void returnVariables(const Part &part) {
    SmallVector<std::pair<Type, Value>> variables;
    SmallVector<Type> types;
    for (const auto &[value, standIn] : part.values)
      if (LLVM::AllocaOp variable = stackVariable(value)) {
        variables.emplace_back(variable.getElemType(), standIn);
        types.push_back(variable.getElemType());
      }
    if (!types.empty())
      appendResults(part.function, types, [&](Operation *leave) {
        OpBuilder builder(leave);
        return llvm::map_to_vector(variables, [&](const auto &variable) {
          return Value(
              builder.create<LLVM::LoadOp>(leave->getLoc(), variable.first, variable.second));
        });
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
  // In code that control never reaches, and in functions that no kernel calls.
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
    OpBuilder builder(op);
    const auto constant = [&](uint32_t value) -> Value {
      return builder.create<LLVM::ConstantOp>(
          op.getLoc(), builder.getI32Type(),
          builder.getI32IntegerAttr(static_cast<int32_t>(value)));
    };
    Value before = builder.create<LLVM::LShrOp>(op.getLoc(), m_tagOffsets.lookup(callee),
                                                constant(record::kOperationShift));
    Value id = builder.create<LLVM::AddOp>(op.getLoc(), before, constant(op.getId()));
    op.getValue().replaceAllUsesWith(id);
    op.erase();
  });
}

Value KernelFunctions::tagOffset(Operation *op) const {
  auto store = dyn_cast<proton_gpu::StoreOp>(op);
  if (store && store.getEvent()) {
    OpBuilder builder(op);
    Value shift = builder.create<LLVM::ConstantOp>(
        op->getLoc(), builder.getI32Type(), builder.getI32IntegerAttr(record::kOperationShift));
    return builder.create<LLVM::ShlOp>(op->getLoc(), store.getEvent(), shift);
  }
  return m_tagOffsets.lookup(op->getParentOfType<FunctionOpInterface>());
}

void KernelFunctions::finish() {
  ValueLifter(m_kernel, m_tagOffsets).run(m_deadCalls);
  for (const RecordingCallee &callee : m_callees) {
    const proton_gpu::SegmentOfCallerOp segment = callee.segment;
    for (Operation *user : llvm::make_early_inc_range(segment->getUsers()))
      user->erase(); // save_context in front of a return
    segment->erase();
  }
}

} // namespace pstudio
