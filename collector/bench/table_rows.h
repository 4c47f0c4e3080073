// SPDX-License-Identifier: Apache-2.0
// Rows of the benchmark's tables from measurements.
#pragma once

#include <string>
#include <vector>

#include "collector/bench.h"
#include "collector/calibration/sample_statistics.h"

namespace pstudio::bench {

/// A row as long as the table: the given cells, then `reason` in the next column, then nothing.
void addFailedRow(Table &table, std::vector<Cell> cells, const Error &reason);

/// Median, 10th and 90th percentile as three cells; as nothing if there is no measurement.
void appendSpread(std::vector<Cell> &row, const calibration::Spread &spread);

/// The columns of appendSpread(), in `unit`.
void appendSpreadColumns(std::vector<Column> &columns, const std::string &unit, int decimals = 1);

/// The target, met or missed by `measured`.
Target measuredTarget(std::string what, double limit, std::string unit, double measured);
/// The target where nothing was measured.
Target missingTarget(std::string what, double limit, std::string unit, std::string reason);

} // namespace pstudio::bench
