// SPDX-License-Identifier: Apache-2.0
// Host code in MLIR to LLVM dialect.
#pragma once

#include <string>
#include <vector>

#include "mlir/IR/BuiltinOps.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace pstudio::program {

/// The dialects that host code may use, with what their lowering needs.
void registerHostDialects(mlir::DialectRegistry &registry);

/// Lowers a module without gpu.modules to LLVM dialect. Each gpu.launch_func is announced by a call
/// of "pstudioAtLaunch" with its number, which is its index in `launchSites`.
mlir::LogicalResult lowerHost(mlir::ModuleOp module, std::vector<std::string> &launchSites);

} // namespace pstudio::program
