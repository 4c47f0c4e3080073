// SPDX-License-Identifier: Apache-2.0
// How much there is of what in a piece of IR: the statistics of a recorded pass.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/run/pass_report.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace pstudio {

/// Quantities by name, sorted: "operations", then one for each kind of operation of the dialects
/// proton and proton_gpu ("proton.record"), "scopes" in the operation tables of kernels, and
/// "shared memory bytes" of the workgroup buffers.
using IrCounts = std::map<std::string, uint64_t>;

/// Walks everything nested in `root`. O(operations).
IrCounts countIr(mlir::Operation *root);

/// The rows that differ; a quantity that one side lacks is 0 there.
std::vector<PassStatistic> differences(const IrCounts &before, const IrCounts &after);

} // namespace pstudio
