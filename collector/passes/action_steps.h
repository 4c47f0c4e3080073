// SPDX-License-Identifier: Apache-2.0
// Names the pass and the operation that MLIR works on, for messages about a crash.
#pragma once

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace pstudio {

/// While it lives, each pass and each rewrite pattern of `context` is a step that runGuarded()
/// reports (codegen/llvm/crash_guard.h): "operation 'gpu.printf' at k.mlir:3:5". [one thread]
class ActionSteps {
public:
  explicit ActionSteps(mlir::MLIRContext &context);
  ~ActionSteps();
  ActionSteps(const ActionSteps &) = delete;
  ActionSteps &operator=(const ActionSteps &) = delete;

private:
  mlir::MLIRContext &m_context;
};

} // namespace pstudio
