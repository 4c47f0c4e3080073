// SPDX-License-Identifier: Apache-2.0
// Records of memory accesses, written for the lanes of a warp together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/record/record.h"

namespace pstudio::cpu {

/// The place of one unit's slots in a profile buffer, and what to write there.
struct AccessRecord {
  std::byte *entry = nullptr; ///< of the unit table; null: the unit does not record
  std::byte *slots = nullptr; ///< a ring of `capacity`, a power of two
  uint32_t capacity = 0;
  bool keepsOldest = false; ///< strategy First: what does not fit whole is only counted
  uint32_t tag = 0;         ///< operation and kind; the key is added here
  uint32_t clock = 0;
  uint32_t active = 0;    ///< lanes that take part
  uint32_t live = 0;      ///< lanes that have not returned
  bool keepsMask = false; ///< also if all of these take part
};

/// Appends a record of an access with these addresses, as core/record/FORMAT.md has it, and returns
/// its slots. O(addresses).
uint32_t appendAccess(const AccessRecord &record, std::span<const record::LaneAddress> addresses);

} // namespace pstudio::cpu
