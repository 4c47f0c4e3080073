// SPDX-License-Identifier: Apache-2.0
// Results of a calibration for each number of warps and buffer type, and its duration.
#include "collector/bench/sections.h"
#include "collector/bench/stopwatch.h"
#include "collector/bench/table_rows.h"
#include "collector/calibration/calibrate.h"

namespace pstudio::bench {

using namespace calibration;

Result<void> measureCalibration(const Request &, MeasuringDevice &device, Section &section) {
  Table table;
  table.title = "cost of a record, calibrated";
  table.columns = {{"buffer", ""},         {"warps", ""},         {"record", "cycles", 1},
                   {"least", "cycles", 1}, {"most", "cycles", 1}, {"empty wait", "cycles", 1},
                   {"took", "ms", 1}};
  table.notes = {"record: median of what a record adds to a region that cannot overlap with it",
                 "least, most: also over distances of records of empty scopes in a row and in a "
                 "loop, and what a record added to arithmetic with free slots for it"};
  for (const char *buffer : {"shared", "global"})
    for (const uint32_t warps : {1u, 4u, 8u, 16u}) {
      PSTUDIO_TRY_ASSIGN(const InstrumentationMode mode,
                         InstrumentationMode::parse(std::string("default:buffer_type=") + buffer));
      std::vector<Cell> row{std::string(buffer), int64_t{warps}};
      const Stopwatch watch;
      const Result<RecordingCost> cost =
          calibrate(device.context, device.architecture, mode, warps);
      const double milliseconds = watch.seconds() * 1e3;
      if (!cost) {
        addFailedRow(table, std::move(row), cost.error());
        continue;
      }
      for (const double value :
           {cost->record, cost->recordLow, cost->recordHigh, cost->emptyWait, milliseconds})
        row.emplace_back(value);
      table.rows.push_back(std::move(row));
    }
  section.tables.push_back(std::move(table));
  return {};
}

} // namespace pstudio::bench
