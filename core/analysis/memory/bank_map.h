// SPDX-License-Identifier: Apache-2.0
// Which bank of shared memory serves how much, and when: the numbers of a map of banks by time.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/heat_grid.h"

namespace pstudio::memory {

/// The part of the map that is asked for; its rows are the banks.
struct BankWindow {
  Picoseconds begin, end; ///< half-open
  uint32_t columns = 0;
  std::optional<uint16_t> site = {}; ///< of this one only
  std::optional<uint32_t> cta = {};  ///< of this one only: a linear id
};

/// Two numbers for each bank and column.
struct BankMap {
  HeatGrid words; ///< that the bank served
  HeatGrid extra; ///< of those, the ones that waited for another one of their phase: conflicts
};

/// Of the accesses to shared memory within the window. `model` is usable. O(accesses), on `threads`
/// threads (0: all). Once `stop` is requested the rest is left out.
BankMap bankMap(const AccessTable &table, const MemoryModel &model, const BankWindow &window,
                unsigned threads = 0, std::stop_token stop = {});

} // namespace pstudio::memory
