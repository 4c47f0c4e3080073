// SPDX-License-Identifier: Apache-2.0
#include "collector/bench/table_rows.h"

namespace pstudio::bench {

void addFailedRow(Table &table, std::vector<Cell> cells, const Error &reason) {
  if (cells.size() < table.columns.size())
    cells.emplace_back(reason.toString());
  cells.resize(table.columns.size());
  table.rows.push_back(std::move(cells));
}

void appendSpread(std::vector<Cell> &row, const calibration::Spread &spread) {
  if (spread.count == 0) {
    row.resize(row.size() + 3);
    return;
  }
  row.emplace_back(spread.median);
  row.emplace_back(spread.low);
  row.emplace_back(spread.high);
}

void appendSpreadColumns(std::vector<Column> &columns, const std::string &unit, int decimals) {
  for (const char *name : {"median", "p10", "p90"})
    columns.push_back({name, unit, decimals});
}

Target measuredTarget(std::string what, double limit, std::string unit, double measured) {
  Target target;
  target.what = std::move(what);
  target.limit = limit;
  target.unit = std::move(unit);
  target.measured = measured;
  return target;
}

Target missingTarget(std::string what, double limit, std::string unit, std::string reason) {
  Target target;
  target.what = std::move(what);
  target.limit = limit;
  target.unit = std::move(unit);
  target.missing = std::move(reason);
  return target;
}

} // namespace pstudio::bench
