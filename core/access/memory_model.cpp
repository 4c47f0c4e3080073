// SPDX-License-Identifier: Apache-2.0
#include "core/access/memory_model.h"

#include <algorithm>
#include <bit>

namespace pstudio::memory {

bool isUsable(const MemoryModel &model) {
  const BankRules &banks = model.banks;
  return std::has_single_bit(model.lineBytes) && std::has_single_bit(model.sectorBytes) &&
         model.sectorBytes <= 32 && model.lineBytes >= model.sectorBytes &&
         model.lineBytes <= 4096 && std::has_single_bit(banks.banks) && banks.banks <= 64 &&
         std::has_single_bit(banks.bankBytes) && banks.bankBytes <= 64 && banks.maxLaneBytes > 0 &&
         banks.maxLaneBytes <= 64 && banks.phaseBytes >= banks.bankBytes;
}

uint64_t costPeriod(const MemoryModel &model) {
  return std::max<uint64_t>(model.lineBytes, uint64_t{model.banks.banks} * model.banks.bankBytes);
}

} // namespace pstudio::memory
