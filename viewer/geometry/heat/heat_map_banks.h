// SPDX-License-Identifier: Apache-2.0
// Heat map of the banks of shared memory over time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/access/launch_accesses.h"
#include "core/analysis/memory/bank_map.h"
#include "viewer/geometry/heat/heat_map_source.h"

namespace pstudio {

/// Quantity that the colour of a bank at a time shows.
enum class BankMeasure : uint8_t {
  Degree, ///< wavefronts per word: words / words that did not wait; 1 is no conflict
  Words,  ///< served words
  Waited, ///< served words that waited for another word of their phase
  /// Row of shared memory that was requested last (the mean of several at once): shows the
  /// distribution of elements over banks. Row r is all words from address r * banks * bankBytes on.
  Row,
};
inline constexpr uint8_t kBankMeasures = 4;

/// "degree of conflicts", ...
const char *bankMeasureName(BankMeasure measure);

/// Selection of accesses.
struct BankChoice {
  std::optional<uint16_t> site = {};
  std::optional<uint32_t> cta = {}; ///< linear id
  bool operator==(const BankChoice &) const = default;
};

/// The whole map in few columns, for immediate pictures. Immutable.
struct BankPicture {
  BankChoice choice;
  TimeRange time;        ///< of the accesses to shared memory; empty if there are none
  uint64_t accesses = 0; ///< to shared memory
  memory::BankMap map;
  /// The row that was requested last; not a number before the first access. Empty for more than two
  /// million accesses: quick() of BankMeasure::Row then shows nothing.
  memory::HeatGrid rows;
};

/// O(accesses), on `threads` threads (0: all).
std::shared_ptr<const BankPicture> countBanks(const memory::LaunchAccesses &accesses,
                                              const BankChoice &choice = {}, unsigned threads = 0);

/// The map of the choice's accesses. `picture` was counted from `accesses`.
std::shared_ptr<const HeatMapSource>
makeBankHeatMap(std::shared_ptr<const memory::LaunchAccesses> accesses,
                std::shared_ptr<const BankPicture> picture, BankMeasure measure);

} // namespace pstudio
