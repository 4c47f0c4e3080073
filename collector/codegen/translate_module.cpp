// SPDX-License-Identifier: Apache-2.0
// After a crash the module is translated once more, with a record of its progress.
#include "collector/codegen/translate_module.h"

#include "collector/diagnostics/diagnostics.h"
#include "collector/codegen/llvm/crash_guard.h"
#include "collector/foreign/foreign_module.h"
#include "collector/foreign/source_recorder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace pstudio {
namespace {

/// The operation that was not translated although the one before it was; null if there is none.
mlir::Operation *firstUntranslated(llvm::ArrayRef<mlir::Operation *> operations,
                                   const foreign::RecordedSources &done) {
  mlir::Operation *first = nullptr;
  for (const auto &[index, op] : llvm::enumerate(operations)) {
    if (done.contains(index))
      continue;
    const bool follows = index > 0 && done.contains(index - 1) && op->getPrevNode();
    if (follows)
      return op;
    if (!first)
      first = op;
  }
  return first;
}

Error located(Error error, mlir::Operation *module, std::string_view name) {
  mlir::MLIRContext &context = *module->getContext();
  llvm::SmallVector<mlir::Operation *> operations;
  mlir::Builder builder(&context);
  module->walk([&](mlir::LLVM::LLVMFuncOp function) {
    function.walk([&](mlir::Operation *op) {
      if (op == function)
        return;
      op->setAttr(foreign::kSourceAttribute,
                  builder.getI64IntegerAttr(static_cast<int64_t>(operations.size())));
      operations.push_back(op);
    });
  });
  foreign::RecordedSources done;
  foreign::recordSources(context, done);
  const auto scratch = std::make_unique<llvm::LLVMContext>();
  if (!runGuarded([&] { mlir::translateModuleToLLVMIR(module, *scratch, name); }))
    return error;
  if (mlir::Operation *op = firstUntranslated(operations, done)) {
    error.message += ": operation '" + op->getName().getStringRef().str() + "'";
    error.where = locationText(op->getLoc());
  }
  return error;
}

} // namespace

Result<std::unique_ptr<llvm::Module>>
translateModule(mlir::Operation *module, llvm::LLVMContext &context, std::string_view name) {
  DiagnosticCollector diagnostics(module->getContext());
  std::unique_ptr<llvm::Module> made;
  if (std::optional<Error> crash =
          runGuarded([&] { made = mlir::translateModuleToLLVMIR(module, context, name); }))
    return tl::unexpected<Error>(located(*std::move(crash), module, name));
  if (!made)
    return tl::unexpected<Error>(
        diagnostics.error(ErrorCode::CompileFailed, "translation to LLVM IR failed"));
  return made;
}

} // namespace pstudio
