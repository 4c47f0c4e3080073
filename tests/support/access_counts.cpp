// SPDX-License-Identifier: Apache-2.0
#include "tests/support/access_counts.h"

#include <algorithm>
#include <bit>
#include <map>
#include <tuple>

namespace pstudio::test {
namespace {

/// The address that the same byte of the same buffer has in the other run.
uint64_t moved(memory::AccessSpace space, uint64_t address, const memory::BufferMap &from,
               const memory::BufferMap &to) {
  const uint32_t buffer = from.find(space, address);
  if (buffer == memory::BufferMap::kNone)
    return address;
  return address - from.buffers()[buffer].base + to.buffers()[buffer].base;
}

std::string text(const memory::AccessCount &cell) {
  return "site " + std::to_string(cell.site) + " CTA " + std::to_string(cell.cta) + " bin " +
         std::to_string(cell.bin) + ": " + std::to_string(cell.accesses) + " accesses of " +
         std::to_string(cell.lanes) + " lanes";
}

} // namespace

std::vector<memory::AccessCount> expectedCounts(const memory::LaunchAccesses &recorded,
                                                const memory::LaunchAccesses &counted) {
  std::map<std::tuple<uint16_t, uint32_t, uint16_t>, memory::AccessCount> cells;
  const memory::AccessTable &table = recorded.table;
  for (const memory::WarpRun &run : table.warps())
    for (uint64_t i = run.begin; i < run.end; ++i) {
      const memory::Access access = table[i];
      const memory::CountedBins &bins = counted.counts.sites[access.site];
      const uint64_t address = moved(table.sites()[access.site].space, table.firstAddress(access),
                                     recorded.buffers, counted.buffers) +
                               bins.start;
      const auto bin = static_cast<uint16_t>(address >> bins.shift & (bins.bins - 1));
      memory::AccessCount &cell = cells[{access.site, run.cta, bin}];
      cell.site = access.site;
      cell.cta = run.cta;
      cell.bin = bin;
      ++cell.accesses;
      cell.lanes += static_cast<uint64_t>(std::popcount(table.shapes()[access.shape].mask));
    }
  std::vector<memory::AccessCount> counts;
  for (const auto &[key, cell] : cells)
    counts.push_back(cell);
  return counts;
}

std::string difference(const std::vector<memory::AccessCount> &have,
                       const std::vector<memory::AccessCount> &want) {
  for (size_t i = 0; i < std::max(have.size(), want.size()); ++i) {
    if (i >= have.size())
      return "missing: " + text(want[i]);
    if (i >= want.size())
      return "too many: " + text(have[i]);
    if (!(have[i] == want[i]))
      return "have " + text(have[i]) + ", want " + text(want[i]);
  }
  return {};
}

} // namespace pstudio::test
