// SPDX-License-Identifier: Apache-2.0
#include "collector/passes/auto/access_buffer.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "collector/analysis/type_layout.h"
#include "collector/ir/call_graph.h"
#include "collector/ir/kernel_function.h"

using namespace mlir;

namespace pstudio::automode {

Value viewSource(Value value) {
  for (Operation *op = value.getDefiningOp(); op; op = value.getDefiningOp()) {
    if (auto view = dyn_cast<ViewLikeOpInterface>(op))
      value = view.getViewSource();
    else if (auto element = dyn_cast<LLVM::GEPOp>(op))
      value = element.getBase();
    else if (auto cast = dyn_cast<LLVM::AddrSpaceCastOp>(op))
      value = cast.getArg();
    else
      break;
  }
  return value;
}

std::string nameOfBuffer(Value buffer) {
  if (const auto named = dyn_cast<NameLoc>(buffer.getLoc()))
    return named.getName().str();
  if (auto address = buffer.getDefiningOp<LLVM::AddressOfOp>())
    return address.getGlobalName().str();
  return {};
}

BufferOrigins::BufferOrigins(Operation *module) {
  module->walk([&](CallOpInterface call) {
    if (FunctionOpInterface callee = calleeOf(call))
      m_calls[callee].push_back(call);
  });
}

Value BufferOrigins::originOf(Value value) const {
  llvm::DenseSet<Value> open;
  return originOf(value, open);
}

Value BufferOrigins::originOf(Value value, llvm::DenseSet<Value> &open) const {
  value = viewSource(value);
  const auto argument = dyn_cast<BlockArgument>(value);
  auto function = argument ? dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
                           : FunctionOpInterface();
  if (!argument) // of an operation: an allocation or a global, or loaded from somewhere
    return nameOfBuffer(value).empty() ? Value() : value;
  if (!function || !argument.getOwner()->isEntryBlock())
    return {};
  if (isKernelFunction(function))
    return value;
  if (!open.insert(value).second) // the function calls itself
    return {};
  Value origin;
  for (CallOpInterface call : m_calls.lookup(function)) {
    if (argument.getArgNumber() >= call.getArgOperands().size())
      return {};
    Value passed = originOf(call.getArgOperands()[argument.getArgNumber()], open);
    if (!passed || (origin && passed != origin))
      return {};
    origin = passed;
  }
  open.erase(value);
  return origin;
}

std::optional<uint64_t> staticBytes(Value buffer) {
  const auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  const auto element =
      bytesInMemory(type.getElementType(), buffer.getParentRegion()->getParentOp());
  if (!element || failed(getStridesAndOffset(type, strides, offset)) ||
      ShapedType::isDynamic(offset) || llvm::is_contained(strides, ShapedType::kDynamic))
    return std::nullopt;
  int64_t last = offset;
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides))
    last += std::max<int64_t>(extent - 1, 0) * std::max<int64_t>(stride, 0);
  return (static_cast<uint64_t>(last) + 1) * *element;
}

} // namespace pstudio::automode
