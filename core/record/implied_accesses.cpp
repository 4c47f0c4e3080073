// SPDX-License-Identifier: Apache-2.0
#include "core/record/implied_accesses.h"

namespace pstudio::record {

ImpliedAccesses::ImpliedAccesses(const OperationTable &table) : m_of(table.operations.size()) {
  std::vector<ImpliedAccess> *implying = nullptr; // of the last access with a record
  for (uint32_t i = 0; i < m_of.size(); ++i) {
    const std::optional<AccessFacts> &access = table.operations[i].access;
    if (!access || !access->distance)
      implying = access && memory::isByLane(access->kind) ? &m_of[i] : nullptr;
    else if (implying)
      implying->push_back({i, static_cast<uint64_t>(*access->distance)});
  }
}

} // namespace pstudio::record
