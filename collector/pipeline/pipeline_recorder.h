// SPDX-License-Identifier: Apache-2.0
// Runs the passes of an MLIR pass manager, and writes down what they do.
#pragma once

#include <string_view>

#include "mlir/Support/LogicalResult.h"

namespace mlir {
class Operation;
class PassManager;
} // namespace mlir

namespace pstudio {

class PassReportBuilder;

/// Runs `passes` over `operation`. Its IR is verified behind the last pass, in builds without
/// NDEBUG behind every one: that takes up to half of the passes' own time and finds only our own
/// bugs.
///
/// With a `report` each pass is written down there under a new stage: time, IR before and after,
/// statistics. A fingerprint tells whether IR is printed at all after a pass. The context of
/// `passes` must then not be multi-threaded.
mlir::LogicalResult runPasses(mlir::PassManager &passes, mlir::Operation *operation,
                              PassReportBuilder *report, std::string_view stage);

} // namespace pstudio
