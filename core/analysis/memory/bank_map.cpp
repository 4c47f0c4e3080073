// SPDX-License-Identifier: Apache-2.0
#include "core/analysis/memory/bank_map.h"

#include <algorithm>

#include "core/analysis/memory/access_cost.h"
#include "core/analysis/memory/time_scale.h"
#include "core/base/parallel.h"

namespace pstudio::memory {

namespace {

constexpr size_t kMaxMapWorkers = 8; // each has its own map

/// bankLoad() for accesses of a table. Accesses that are equal modulo all banks have equal loads.
class LoadCache {
public:
  LoadCache(const AccessTable &table, const BankRules &rules)
      : m_table(table), m_rules(rules), m_period(uint64_t{rules.banks} * rules.bankBytes),
        m_entries(kEntries) {}

  const BankLoad &of(const Access &access) {
    const uint64_t key = (uint64_t{access.shape} << 29 | uint64_t{access.site} << 13 |
                          (access.base & (m_period - 1))) +
                         1;
    const bool isAffine = m_table.shapes()[access.shape].form == LaneShape::Form::Affine;
    Entry &entry = m_entries[key * 0x9e3779b97f4a7c15u >> 54];
    if (!isAffine || entry.key != key) {
      const AccessSite &site = m_table.sites()[access.site];
      entry.load = bankLoad(m_table.lanesOf(access), site.bytesPerLane, site.kind, m_rules);
      entry.key = isAffine ? key : 0;
    }
    return entry.load;
  }

private:
  static constexpr size_t kEntries = 1024;
  struct Entry {
    uint64_t key = 0; // 0: not reusable
    BankLoad load;
  };
  const AccessTable &m_table;
  BankRules m_rules;
  uint64_t m_period;
  std::vector<Entry> m_entries;
};

/// Sums of one thread, column by column: the banks of an access are neighbours in memory.
struct BankSums {
  BankSums(uint32_t columnCount, uint32_t bankCount)
      : banks(bankCount), words(size_t{columnCount} * bankCount, 0.0), extra(words) {}
  uint32_t banks;
  std::vector<double> words, extra;
};

void addRun(const AccessTable &table, const WarpRun &run, const BankWindow &window,
            LoadCache &loads, BankSums &sums) {
  if (window.cta && *window.cta != run.cta)
    return;
  const double perColumn = distance(window.begin.value, window.end.value) / window.columns;
  for (uint64_t i = run.begin; i < run.end; ++i) {
    const Access access = table[i];
    if (access.time < window.begin || access.time >= window.end ||
        (window.site && *window.site != access.site) ||
        table.sites()[access.site].space != AccessSpace::Shared)
      continue;
    const double place = distance(window.begin.value, access.time.value) / perColumn;
    const uint32_t column = std::min(static_cast<uint32_t>(place), window.columns - 1);
    const BankLoad &load = loads.of(access);
    double *const words = &sums.words[size_t{column} * sums.banks];
    double *const extra = &sums.extra[size_t{column} * sums.banks];
    for (uint32_t bank = 0; bank < sums.banks; ++bank) {
      words[bank] += load.words[bank];
      extra[bank] += load.extra[bank];
    }
  }
}

void add(HeatGrid &into, const std::vector<double> &byColumn) {
  for (uint32_t bank = 0; bank < into.rows; ++bank)
    for (uint32_t column = 0; column < into.columns; ++column)
      into.at(column, bank) += byColumn[size_t{column} * into.rows + bank];
}

} // namespace

BankMap bankMap(const AccessTable &table, const MemoryModel &model, const BankWindow &window,
                unsigned threads, std::stop_token stop) {
  const HeatGrid empty(window.columns, model.banks.banks);
  BankMap map{empty, empty};
  const auto runs = table.warps();
  if (window.columns == 0 || window.end <= window.begin || runs.empty())
    return map;
  const size_t workers = std::min({size_t{threadCountOf(threads)}, kMaxMapWorkers, runs.size()});
  std::vector<BankSums> parts(workers, BankSums(window.columns, model.banks.banks));
  parallelFor(workers, threads, [&](size_t worker) {
    LoadCache loads(table, model.banks);
    const size_t end = runs.size() * (worker + 1) / workers;
    for (size_t run = runs.size() * worker / workers; run < end && !stop.stop_requested(); ++run)
      addRun(table, runs[run], window, loads, parts[worker]);
  });
  for (const BankSums &part : parts) {
    add(map.words, part.words);
    add(map.extra, part.extra);
  }
  return map;
}

} // namespace pstudio::memory
