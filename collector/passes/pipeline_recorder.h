// SPDX-License-Identifier: Apache-2.0
// Writes down what the passes of an MLIR pass manager do.
#pragma once

#include <string_view>

namespace mlir {
class PassManager;
} // namespace mlir

namespace pstudio {

class PassReportBuilder;

/// Makes `passes` report each pass to `report` under a new stage: time, IR before and after,
/// statistics. Does nothing if `report` is null. A fingerprint tells whether IR is printed at all
/// after a pass. `report` must outlive `passes`, whose context must not be multi-threaded.
void recordPasses(mlir::PassManager &passes, PassReportBuilder *report, std::string_view stage);

} // namespace pstudio
