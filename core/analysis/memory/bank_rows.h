// SPDX-License-Identifier: Apache-2.0
// Which rows of shared memory the banks are asked for, and when: padding and swizzling become
// visible.
#pragma once

#include <bit>
#include <cstdint>
#include <stop_token>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/bank_map.h"
#include "core/analysis/memory/heat_grid.h"

namespace pstudio::memory {

/// For each bank and column the mean row of the words that lanes name: row r is all words from
/// address r * banks * bankBytes on, one in each bank. Not a number where no lane names one.
/// Conditions, threads and `stop` as for bankMap(). Costs O(lanes) an access.
HeatGrid bankRows(const AccessTable &table, const MemoryModel &model, const BankWindow &window,
                  unsigned threads = 0, std::stop_token stop = {});

/// Calls visit(bank, row, address of the word) for each word of 1 to bankBytes bytes that a lane
/// names.
template <class Visit>
void forBankWords(const LaneAddresses &lanes, uint32_t bytesPerLane, const BankRules &rules,
                  const Visit &visit) {
  const auto wordShift = static_cast<uint32_t>(std::countr_zero(rules.bankBytes));
  const auto bankShift = static_cast<uint32_t>(std::countr_zero(rules.banks));
  for (const uint64_t address : lanes.addresses()) {
    const uint64_t last = (address + (bytesPerLane - 1)) >> wordShift;
    for (uint64_t word = address >> wordShift; word <= last; ++word)
      visit(static_cast<uint32_t>(word & (rules.banks - 1)), word >> bankShift, word << wordShift);
  }
}

} // namespace pstudio::memory
