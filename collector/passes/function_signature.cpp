// SPDX-License-Identifier: Apache-2.0
// Results as lists where the dialect has them, as structs where it has not.
#include "collector/passes/function_signature.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio {
namespace {

/// What an llvm.func returns for several values: none, one, or a struct.
Type packed(MLIRContext *context, TypeRange types) {
  if (types.empty())
    return LLVM::LLVMVoidType::get(context);
  return types.size() == 1 ? types.front()
                           : LLVM::LLVMStructType::getLiteral(context, llvm::to_vector(types));
}

SmallVector<Type> resultsOf(LLVM::LLVMFunctionType type) {
  if (isa<LLVM::LLVMVoidType>(type.getReturnType()))
    return {};
  return {type.getReturnType()};
}

Value pack(OpBuilder &builder, Location location, ValueRange values) {
  if (values.size() == 1)
    return values.front();
  Value all =
      builder.create<LLVM::UndefOp>(location, packed(builder.getContext(), values.getTypes()));
  for (const auto &[index, value] : llvm::enumerate(values))
    all = builder.create<LLVM::InsertValueOp>(location, all, value, index);
  return all;
}

SmallVector<Value> unpack(OpBuilder &builder, Location location, Value all, size_t count) {
  if (count == 1)
    return {all};
  SmallVector<Value> values;
  for (size_t index = 0; index < count; ++index)
    values.push_back(builder.create<LLVM::ExtractValueOp>(location, all, index));
  return values;
}

Operation *recreate(Operation *call, ValueRange operands, TypeRange results) {
  OpBuilder builder(call);
  OperationState state(call->getLoc(), call->getName(), operands, results, call->getAttrs());
  return builder.create(state);
}

} // namespace

Value appendParameter(FunctionOpInterface function, Type type) {
  const unsigned index = function.getNumArguments();
  auto inLlvm = dyn_cast<LLVM::LLVMFuncOp>(function.getOperation());
  if (!inLlvm) {
    function.insertArgument(index, type, {}, function.getLoc());
    return function.getArgument(index);
  }
  // The interface of MLIR 19 cannot do it for functions without a result.
  const LLVM::LLVMFunctionType old = inLlvm.getFunctionType();
  SmallVector<Type> parameters(old.getParams());
  parameters.push_back(type);
  inLlvm.setFunctionType(
      LLVM::LLVMFunctionType::get(old.getReturnType(), parameters, old.isVarArg()));
  if (const ArrayAttr known = inLlvm.getArgAttrsAttr()) {
    SmallVector<Attribute> attributes(known.getValue());
    attributes.push_back(DictionaryAttr::get(function.getContext()));
    inLlvm.setArgAttrsAttr(ArrayAttr::get(function.getContext(), attributes));
  }
  return inLlvm.getBody().front().addArgument(type, function.getLoc());
}

void appendResults(FunctionOpInterface function, TypeRange types,
                   llvm::function_ref<SmallVector<Value>(Operation *)> valuesAt) {
  auto inLlvm = dyn_cast<LLVM::LLVMFuncOp>(function.getOperation());
  forEachReturn(function, [&](Operation *leave) {
    SmallVector<Value> values(leave->getOperands());
    llvm::append_range(values, valuesAt(leave));
    OpBuilder builder(leave);
    if (inLlvm)
      leave->setOperands(pack(builder, leave->getLoc(), values));
    else
      leave->setOperands(values);
  });
  if (!inLlvm) {
    const SmallVector<unsigned> places(types.size(), function.getNumResults());
    function.insertResults(places, types, {});
    return;
  }
  SmallVector<Type> results = resultsOf(inLlvm.getFunctionType());
  llvm::append_range(results, types);
  inLlvm.setFunctionType(LLVM::LLVMFunctionType::get(packed(function.getContext(), results),
                                                     inLlvm.getFunctionType().getParams()));
}

SmallVector<Value> callWithResults(CallOpInterface call, ValueRange moreOperands, TypeRange types) {
  SmallVector<Value> operands(call->getOperands());
  llvm::append_range(operands, moreOperands);
  SmallVector<Type> results(call->getResultTypes());
  const size_t known = results.size();
  llvm::append_range(results, types);
  SmallVector<Value> values;
  Operation *replacement = nullptr;
  if (isa<LLVM::LLVMDialect>(call->getDialect())) {
    const Type all = packed(call->getContext(), results);
    replacement = recreate(call, operands, results.empty() ? TypeRange() : TypeRange(all));
    OpBuilder builder(call);
    if (!results.empty())
      values = unpack(builder, call.getLoc(), replacement->getResult(0), results.size());
  } else {
    replacement = recreate(call, operands, results);
    values.assign(replacement->result_begin(), replacement->result_end());
  }
  call->replaceAllUsesWith(ArrayRef(values).take_front(known));
  call->erase();
  return SmallVector<Value>(ArrayRef(values).drop_front(known));
}

} // namespace pstudio
