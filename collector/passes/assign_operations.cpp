// SPDX-License-Identifier: Apache-2.0
// proton-assign-operations: the ids of scopes, events, values and steps, and the table of what they
// mean.
#include "collector/passes/passes.h"

#include "llvm/ADT/DenseSet.h"

#include "collector/ir/kernel_function.h"
#include "collector/ir/module_operations.h"
#include "collector/ir/proton_dialect.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONASSIGNOPERATIONS
#include "collector/passes/passes.h.inc"

namespace {

/// "file:line:column" of the innermost source location, without a column or a line that is unknown,
/// or empty.
std::string locationText(Location location) {
  const auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return {};
  std::string text = file.getFilename().str();
  if (file.getLine() != 0)
    text += ":" + std::to_string(file.getLine());
  if (file.getLine() != 0 && file.getColumn() != 0)
    text += ":" + std::to_string(file.getColumn());
  return text;
}

ArrayAttr pathAttribute(MLIRContext *context, ArrayRef<DirectCall> path) {
  if (path.empty())
    return {};
  return ArrayAttr::get(context, llvm::map_to_vector(path, [&](const DirectCall &call) {
                          return Attribute(proton_gpu::CallAttr::get(
                              context, FunctionOpInterface(call.callee).getName(),
                              locationText(call.call->getLoc())));
                        }));
}

ArrayAttr operationTable(MLIRContext *context, ArrayRef<KernelOperation> operations) {
  SmallVector<Attribute> table;
  for (const KernelOperation &entry : operations) {
    const ScopeOperation &operation = *entry.operation;
    auto value = dyn_cast<proton::ValueOp>(operation.definition);
    auto step = dyn_cast<proton::AsyncOp>(operation.definition);
    auto access = dyn_cast<proton::AccessOp>(operation.definition);
    table.push_back(proton_gpu::OperationAttr::get(
        context, operation.kind, operation.name.getValue(), entry.parent,
        locationText(operation.definition->getLoc()), pathAttribute(context, entry.path),
        value ? value.getRecordedType() : Type(), value ? value.getUnit().value_or("") : "",
        step ? step.getSite() : proton::AsyncSiteAttr(),
        access ? access.getSite() : proton::AccessSiteAttr()));
  }
  return ArrayAttr::get(context, table);
}

/// Gives the operations that record something their ids. One that control never reaches has none.
void setIds(Operation *function, const ModuleOperations &operations) {
  const ScopeAnalysis &scopes = operations.scopesOf(cast<FunctionOpInterface>(function));
  Builder builder(function->getContext());
  function->walk([&](Operation *op) {
    if (!isa_and_nonnull<proton::ProtonDialect>(op->getDialect()))
      return;
    auto event = dyn_cast<proton::EventOp>(op);
    if (event && operations.isHandle(event))
      op->setAttr(proton::kByHandleAttribute, builder.getUnitAttr());
    if (const std::optional<uint32_t> id = scopes.idOf(op))
      op->setAttr(proton::kIdAttribute, builder.getI32IntegerAttr(static_cast<int32_t>(*id)));
  });
}

class ProtonAssignOperationsPass
    : public impl::ProtonAssignOperationsBase<ProtonAssignOperationsPass> {
public:
  void runOnOperation() override {
    const FailureOr<ModuleOperations> operations = ModuleOperations::run(getOperation());
    if (failed(operations))
      return signalPassFailure();
    const llvm::DenseSet<Operation *> recording = recordingFunctions(*operations);
    for (FunctionOpInterface function : operations->functions())
      if (recording.contains(function))
        assign(function, *operations);
  }

private:
  /// Kernels and the functions that control reaches from them. A function that only dead code calls
  /// has no segment, so that its annotations get no id.
  static llvm::DenseSet<Operation *> recordingFunctions(const ModuleOperations &operations) {
    llvm::DenseSet<Operation *> found;
    llvm::SmallVector<FunctionOpInterface> work;
    for (FunctionOpInterface function : operations.functions())
      if (isKernelFunction(function))
        work.push_back(function);
    while (!work.empty()) {
      FunctionOpInterface function = work.pop_back_val();
      if (found.insert(function).second)
        for (const DirectCall &call : operations.callsIn(function))
          work.push_back(call.callee);
    }
    return found;
  }

  static void assign(FunctionOpInterface function, const ModuleOperations &operations) {
    setIds(function, operations);
    Builder builder(function->getContext());
    for (const DirectCall &call : operations.callsIn(function))
      CallOpInterface(call.call)->setAttr(
          proton_gpu::kIdOffsetAttribute,
          builder.getI32IntegerAttr(static_cast<int32_t>(operations.idOffset(call.call))));
    if (!isKernelFunction(function))
      return;
    if (const auto table = operations.operationsOf(function); !table.empty())
      function->setAttr(proton_gpu::kOperationsAttribute,
                        operationTable(function->getContext(), table));
  }
};

} // namespace
} // namespace pstudio
