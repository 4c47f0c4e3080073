// SPDX-License-Identifier: Apache-2.0
#include "collector/codegen/lowerable.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "collector/codegen/diagnostics.h"

namespace pstudio {

Result<void> checkIsLowerable(mlir::Operation *root) {
  Result<void> result;
  root->walk([&](mlir::cf::AssertOp assertion) {
    if (!assertion->getParentOfType<mlir::gpu::GPUModuleOp>())
      return mlir::WalkResult::advance(); // of the host
    result = fail(ErrorCode::Unsupported, "an assertion (cf.assert) in a kernel is not supported",
                  locationText(assertion.getLoc()),
                  "store what failed and look at it on the host, or print it with gpu.printf");
    return mlir::WalkResult::interrupt();
  });
  return result;
}

} // namespace pstudio
