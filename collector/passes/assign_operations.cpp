// SPDX-License-Identifier: Apache-2.0
// proton-assign-operations: the ids of scopes and events, and the table of what they mean.
#include "collector/passes/passes.h"

#include "collector/ir/kernel_function.h"
#include "collector/ir/proton_dialect.h"
#include "collector/ir/scope_analysis.h"

using namespace mlir;

namespace pstudio {

#define GEN_PASS_DEF_PROTONASSIGNOPERATIONS
#include "collector/passes/passes.h.inc"

namespace {

/// "file:line:column" of the innermost source location, or empty.
std::string locationText(Location location) {
  const auto file = location->findInstanceOf<FileLineColLoc>();
  if (!file)
    return {};
  return (Twine(file.getFilename().getValue()) + ":" + Twine(file.getLine()) + ":" +
          Twine(file.getColumn()))
      .str();
}

ArrayAttr operationTable(MLIRContext *context, const ScopeAnalysis &scopes) {
  SmallVector<Attribute> table;
  for (const ScopeOperation &operation : scopes.operations())
    table.push_back(proton_gpu::OperationAttr::get(context, operation.kind,
                                                   operation.name.getValue(), operation.parent,
                                                   locationText(operation.definition->getLoc())));
  return ArrayAttr::get(context, table);
}

Operation *findProtonOperation(Operation *root) {
  Operation *found = nullptr;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa_and_nonnull<proton::ProtonDialect>(op->getDialect()))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

/// Gives the operations that record something their ids. One that control never reaches has none.
void setIds(Operation *function, const ScopeAnalysis &scopes) {
  Builder builder(function->getContext());
  function->walk([&](Operation *op) {
    if (!isa_and_nonnull<proton::ProtonDialect>(op->getDialect()))
      return;
    if (const std::optional<uint32_t> id = scopes.idOf(op))
      op->setAttr(proton::kIdAttribute, builder.getI32IntegerAttr(static_cast<int32_t>(*id)));
  });
}

class ProtonAssignOperationsPass
    : public impl::ProtonAssignOperationsBase<ProtonAssignOperationsPass> {
public:
  using ProtonAssignOperationsBase::ProtonAssignOperationsBase;

  void runOnOperation() override {
    bool ok = true;
    for (Operation &function : *getOperation().getBody())
      ok &= succeeded(assign(&function));
    if (!ok)
      signalPassFailure();
  }

private:
  LogicalResult assign(Operation *function) {
    Operation *first = findProtonOperation(function);
    if (!first)
      return success();
    if (!isKernelFunction(function)) {
      InFlightDiagnostic error =
          first->emitOpError("is outside of a kernel: inline its function first");
      error.attachNote(function->getLoc()) << "the function that is not a kernel";
      return error;
    }
    const FailureOr<ScopeAnalysis> scopes = ScopeAnalysis::run(function);
    if (failed(scopes))
      return failure();
    setIds(function, *scopes);
    if (!scopes->operations().empty())
      function->setAttr(proton_gpu::kOperationsAttribute,
                        operationTable(function->getContext(), *scopes));
    return success();
  }
};

} // namespace
} // namespace pstudio
