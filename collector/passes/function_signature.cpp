// SPDX-License-Identifier: Apache-2.0
// Results of functions: lists in the func dialect, structs in the llvm dialect.
#include "collector/passes/function_signature.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio {
namespace {

/// The result type of an llvm.func for several values: void, the one type, or a struct.
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

std::optional<LLVM::LLVMFunctionType> variadicType(CallOpInterface call) {
  auto inLlvm = dyn_cast<LLVM::CallOp>(call.getOperation());
  return inLlvm ? inLlvm.getVarCalleeType() : std::nullopt;
}

/// As recreate(), of an llvm.call, with `more` after the operands that its callee names: those of a
/// variable number follow.
Operation *recreateLlvm(CallOpInterface call, ValueRange more, Type result) {
  SmallVector<Value> operands(call->getOperands());
  operands.insert(operands.begin() + static_cast<ptrdiff_t>(namedOperandCount(call)), more.begin(),
                  more.end());
  Operation *made =
      recreate(call, operands, isa<LLVM::LLVMVoidType>(result) ? TypeRange() : TypeRange(result));
  if (const auto variadic = variadicType(call)) {
    SmallVector<Type> parameters(variadic->getParams());
    llvm::append_range(parameters, more.getTypes());
    cast<LLVM::CallOp>(made).setVarCalleeType(
        LLVM::LLVMFunctionType::get(result, parameters, /*isVarArg=*/true));
  }
  return made;
}

} // namespace

Value appendParameter(FunctionOpInterface function, Type type) {
  const unsigned index = function.getNumArguments();
  auto inLlvm = dyn_cast<LLVM::LLVMFuncOp>(function.getOperation());
  if (!inLlvm) {
    function.insertArgument(index, type, {}, function.getLoc());
    return function.getArgument(index);
  }
  // The interface of MLIR 19 does not support functions without a result.
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
  const LLVM::LLVMFunctionType old = inLlvm.getFunctionType();
  inLlvm.setFunctionType(LLVM::LLVMFunctionType::get(packed(function.getContext(), results),
                                                     old.getParams(), old.isVarArg()));
}

size_t namedOperandCount(CallOpInterface call) {
  const auto variadic = variadicType(call);
  return variadic ? variadic->getNumParams() : call.getArgOperands().size();
}

SmallVector<Value> callWithResults(CallOpInterface call, ValueRange moreOperands, TypeRange types) {
  SmallVector<Type> results(call->getResultTypes());
  const size_t known = results.size();
  llvm::append_range(results, types);
  SmallVector<Value> values;
  if (isa<LLVM::LLVMDialect>(call->getDialect())) {
    Operation *made = recreateLlvm(call, moreOperands, packed(call->getContext(), results));
    OpBuilder builder(call);
    if (!results.empty())
      values = unpack(builder, call.getLoc(), made->getResult(0), results.size());
  } else {
    SmallVector<Value> operands(call->getOperands());
    llvm::append_range(operands, moreOperands);
    Operation *made = recreate(call, operands, results);
    values.assign(made->result_begin(), made->result_end());
  }
  call->replaceAllUsesWith(ArrayRef(values).take_front(known));
  call->erase();
  return SmallVector<Value>(ArrayRef(values).drop_front(known));
}

} // namespace pstudio
