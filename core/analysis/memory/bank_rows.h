// SPDX-License-Identifier: Apache-2.0
// The rows of shared memory that each bank serves over time. They show padding and swizzling.
#pragma once

#include <bit>
#include <cstdint>
#include <stop_token>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/bank_map.h"
#include "core/analysis/memory/heat_grid.h"

namespace pstudio::memory {

/// For each bank and column the mean row of the words that lanes request: row r is all words from
/// address r * banks * bankBytes on, one in each bank. NaN where no lane requests a word.
/// Conditions, threads and `stop` as for bankMap(). O(lanes) per access.
HeatGrid bankRows(const AccessTable &table, const MemoryModel &model, const BankWindow &window,
                  unsigned threads = 0, std::stop_token stop = {});

/// Calls visit(bank, row, address of the word) for each word of bankBytes bytes that a lane
/// touches.
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
