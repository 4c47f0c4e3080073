// SPDX-License-Identifier: Apache-2.0
// Host code in MLIR to LLVM dialect.
#pragma once

#include <vector>

#include "collector/program/host/call_site.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace pstudio::program {

/// The dialects that host code may use, with what their lowering needs.
void registerHostDialects(mlir::DialectRegistry &registry);

/// Lowers a module without gpu.modules to LLVM dialect. Each launch and each tensor map is
/// announced by a call of "pstudioAtCall" with its number, which is its index in `sites`.
mlir::LogicalResult lowerHost(mlir::ModuleOp module, std::vector<CallSite> &sites);

} // namespace pstudio::program
