// SPDX-License-Identifier: Apache-2.0
// Runs the passes of an MLIR pass manager and records their effects.
#pragma once

#include <string_view>

#include "mlir/Support/LogicalResult.h"

namespace mlir {
class Operation;
class PassManager;
} // namespace mlir

namespace pstudio {

class PassReportBuilder;

/// Runs `passes` over `operation`. The IR is verified after the last pass, in builds without NDEBUG
/// after every pass: that takes up to half of the time of the passes and only detects bugs of this
/// project.
///
/// With a `report`, each pass is recorded in it under a new stage: time, IR before and after,
/// statistics. IR is printed only if a fingerprint shows a change. The context of `passes` must
/// then not be multi-threaded.
mlir::LogicalResult runPasses(mlir::PassManager &passes, mlir::Operation *operation,
                              PassReportBuilder *report, std::string_view stage);

} // namespace pstudio
