// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/bank_rows.h"

#include <algorithm>
#include <limits>

#include "core/analysis/memory/time_scale.h"
#include "core/base/parallel.h"

namespace pstudio::memory {

namespace {

constexpr size_t kMaxRowWorkers = 8; // each has its own grids

/// Sums of one thread, column by column: the banks of an access are neighbours in memory.
struct Sums {
  std::vector<double> rows, words;
};

void addRun(const AccessTable &table, const MemoryModel &model, const WarpRun &run,
            const BankWindow &window, Sums &sums) {
  if (window.cta && *window.cta != run.cta)
    return;
  const double perColumn = distance(window.begin.value, window.end.value) / window.columns;
  for (uint64_t i = run.begin; i < run.end; ++i) {
    const Access access = table[i];
    const AccessSite &site = table.sites()[access.site];
    if (access.time < window.begin || access.time >= window.end ||
        (window.site && *window.site != access.site) || site.space != AccessSpace::Shared ||
        !isByLane(site.kind))
      continue;
    const double place = distance(window.begin.value, access.time.value) / perColumn;
    const uint32_t column = std::min(static_cast<uint32_t>(place), window.columns - 1);
    const auto add = [&](uint32_t bank, uint64_t row, uint64_t) {
      const size_t cell = size_t{column} * model.banks.banks + bank;
      sums.rows[cell] += static_cast<double>(row);
      sums.words[cell] += 1;
    };
    forBankWords(table.lanesOf(access), site.bytesPerLane, model.banks, add);
  }
}

} // namespace

HeatGrid bankRows(const AccessTable &table, const MemoryModel &model, const BankWindow &window,
                  unsigned threads, std::stop_token stop) {
  HeatGrid mean(window.columns, model.banks.banks);
  std::ranges::fill(mean.cells, std::numeric_limits<double>::quiet_NaN());
  const auto runs = table.warps();
  if (window.columns == 0 || window.end <= window.begin || runs.empty())
    return mean;
  const std::vector<double> empty(mean.cells.size(), 0.0);
  const size_t workers = std::min({size_t{threadCountOf(threads)}, kMaxRowWorkers, runs.size()});
  std::vector<Sums> parts(workers, Sums{empty, empty});
  parallelFor(workers, threads, [&](size_t worker) {
    const size_t end = runs.size() * (worker + 1) / workers;
    for (size_t run = runs.size() * worker / workers; run < end && !stop.stop_requested(); ++run)
      addRun(table, model, runs[run], window, parts[worker]);
  });
  for (uint32_t bank = 0; bank < mean.rows; ++bank)
    for (uint32_t column = 0; column < mean.columns; ++column) {
      const size_t cell = size_t{column} * mean.rows + bank;
      double rows = 0, words = 0;
      for (const Sums &part : parts) {
        rows += part.rows[cell];
        words += part.words[cell];
      }
      if (words != 0)
        mean.at(column, bank) = rows / words;
    }
  return mean;
}

} // namespace pstudio::memory
