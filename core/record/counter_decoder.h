// SPDX-License-Identifier: Apache-2.0
// The counters of a block of strategy histogram (access_layout.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/record/block_reader.h"

namespace pstudio::record {

/// One counter of a CTA, added up over its units.
struct CtaCounter {
  uint32_t slot = 0; ///< operation * bins + bin
  uint64_t accesses = 0;
  uint64_t lanes = 0;
  bool operator==(const CtaCounter &) const = default;
};

/// The counters of a block that are not 0, by rising slot. `header` was read from `block` and has
/// the strategy histogram. O(slots of all units). [thread: any]
std::vector<CtaCounter> countersOf(std::span<const std::byte> block, const BlockHeader &header);

} // namespace pstudio::record
