// SPDX-License-Identifier: Apache-2.0
// Erases modules and functions that the selected kernel does not use.
#include "collector/codegen/kernel_selection.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace pstudio {
namespace {

/// Erases the functions without uses; true if there were any.
bool eraseUncalled(mlir::gpu::GPUModuleOp module) {
  bool hasErased = false;
  for (auto function : llvm::make_early_inc_range(module.getOps<mlir::func::FuncOp>())) {
    if (!mlir::SymbolTable::symbolKnownUseEmpty(function, module))
      continue;
    function.erase();
    hasErased = true;
  }
  return hasErased;
}

} // namespace

mlir::gpu::GPUModuleOp moduleHolding(mlir::ModuleOp module, std::string_view kernel) {
  for (auto inner : module.getOps<mlir::gpu::GPUModuleOp>())
    if (inner.lookupSymbol(llvm::StringRef(kernel)))
      return inner;
  return {};
}

void dropOtherModules(mlir::ModuleOp module, std::string_view kernel) {
  for (auto other : llvm::make_early_inc_range(module.getOps<mlir::gpu::GPUModuleOp>()))
    if (!other.lookupSymbol(llvm::StringRef(kernel)))
      other.erase();
}

void keepOnlyKernel(mlir::gpu::GPUModuleOp module, std::string_view kernel) {
  for (auto function : llvm::make_early_inc_range(module.getOps<mlir::gpu::GPUFuncOp>()))
    if (function.getName() != llvm::StringRef(kernel))
      function.erase();
  while (eraseUncalled(module)) {
  }
}

} // namespace pstudio
