// SPDX-License-Identifier: Apache-2.0
// The load of each bank of shared memory over time: the data of a map of banks.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/access/access_table.h"
#include "core/access/memory_model.h"
#include "core/analysis/memory/heat_grid.h"

namespace pstudio::memory {

/// The requested part of the map; its rows are the banks.
struct BankWindow {
  Picoseconds begin, end; ///< half-open
  uint32_t columns = 0;
  std::optional<uint16_t> site = {}; ///< only accesses of this site
  std::optional<uint32_t> cta = {};  ///< only accesses of this CTA: a linear id
};

/// Two numbers for each bank and column.
struct BankMap {
  HeatGrid words; ///< that the bank served
  HeatGrid extra; ///< of those, the ones that waited for another word of their phase: conflicts
};

/// The bank load of the accesses to shared memory within the window. `model` is usable.
/// O(accesses), on `threads` threads (0: all). After a stop request the remaining accesses
/// are left out.
BankMap bankMap(const AccessTable &table, const MemoryModel &model, const BankWindow &window,
                unsigned threads = 0, std::stop_token stop = {});

} // namespace pstudio::memory
