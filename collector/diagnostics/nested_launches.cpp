// SPDX-License-Identifier: Apache-2.0
#include "collector/diagnostics/nested_launches.h"

#include "collector/diagnostics/diagnostics.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace pstudio {
namespace {

/// A walk over device code and the functions that it calls.
class DeviceCode {
public:
  /// The first launch in `code`, the contents of `root` only, or null.
  mlir::Operation *findLaunch(mlir::Operation *root) {
    mlir::Operation *found = nullptr;
    root->walk([&](mlir::Operation *op) {
      if (op == root)
        return mlir::WalkResult::advance();
      if (mlir::isa<mlir::gpu::LaunchOp, mlir::gpu::LaunchFuncOp>(op))
        found = op;
      else if (mlir::Operation *callee = calleeOf(op); callee && m_visited.insert(callee).second)
        found = findLaunch(callee);
      return found ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
    });
    return found;
  }

private:
  static mlir::Operation *calleeOf(mlir::Operation *op) {
    auto call = mlir::dyn_cast<mlir::CallOpInterface>(op);
    if (!call)
      return nullptr;
    const auto symbol = mlir::dyn_cast<mlir::SymbolRefAttr>(call.getCallableForCallee());
    return symbol ? mlir::SymbolTable::lookupNearestSymbolFrom(op, symbol) : nullptr;
  }

  llvm::DenseSet<mlir::Operation *> m_visited;
};

} // namespace

Result<void> checkNestedLaunches(mlir::ModuleOp module) {
  DeviceCode code;
  mlir::Operation *launch = nullptr;
  module.walk<mlir::WalkOrder::PreOrder>([&](mlir::Operation *op) {
    if (!mlir::isa<mlir::gpu::LaunchOp, mlir::gpu::GPUModuleOp>(op))
      return mlir::WalkResult::advance();
    launch = code.findLaunch(op);
    return launch ? mlir::WalkResult::interrupt() : mlir::WalkResult::skip();
  });
  if (!launch)
    return {};
  return fail(ErrorCode::Unsupported,
              "a kernel contains " + launch->getName().getStringRef().str() +
                  ": a kernel cannot launch a kernel",
              locationText(launch->getLoc()), "launch it in the host code");
}

} // namespace pstudio
