// SPDX-License-Identifier: Apache-2.0
// Accesses without a record of their own: the record of another access implies them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/record/operation_table.h"

namespace pstudio::record {

struct ImpliedAccess {
  uint32_t operation = 0;
  uint64_t distance = 0; ///< of each lane's address from that of the record, modulo 2^64 [bytes]
  bool operator==(const ImpliedAccess &) const = default;
};

/// The accesses that each record of an operation implies (AccessFacts::distance).
class ImpliedAccesses {
public:
  /// O(operations).
  explicit ImpliedAccesses(const OperationTable &table);

  /// Empty for operations that are not in the table. O(1).
  std::span<const ImpliedAccess> of(uint32_t operation) const {
    return operation < m_of.size() ? m_of[operation] : std::span<const ImpliedAccess>();
  }
  /// Accesses that one record of the operation stands for: its own and those that it implies. O(1).
  uint32_t perRecord(uint32_t operation) const {
    return 1 + static_cast<uint32_t>(of(operation).size());
  }

private:
  std::vector<std::vector<ImpliedAccess>> m_of; ///< by operation
};

} // namespace pstudio::record
