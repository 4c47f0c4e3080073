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

/// What the colour of a bank at a time says.
enum class BankMeasure : uint8_t {
  Degree, ///< wavefronts per word: words / words that did not wait; 1 is no conflict
  Words,  ///< served
  Waited, ///< of those, the ones that waited for another word of their phase
  /// Row of shared memory that was asked for last (the mean of several at once): how elements are
  /// spread over banks. Row r are all words from address r * banks * bankBytes on.
  Row,
};
inline constexpr uint8_t kBankMeasures = 4;

/// "degree of conflicts", ...
const char *bankMeasureName(BankMeasure measure);

/// Of which accesses.
struct BankChoice {
  std::optional<uint16_t> site = {};
  std::optional<uint32_t> cta = {}; ///< linear id
  bool operator==(const BankChoice &) const = default;
};

/// The whole of it in few columns, for pictures at once. Immutable.
struct BankPicture {
  BankChoice choice;
  TimeRange time;        ///< of the accesses to shared memory; empty if there are none
  uint64_t accesses = 0; ///< to shared memory
  memory::BankMap map;
  /// Asked for last; not a number before the first access. Empty beyond two million accesses: there
  /// quick() of BankMeasure::Row shows nothing.
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
