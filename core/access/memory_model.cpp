// SPDX-License-Identifier: Apache-2.0
// The models of the GPU families, and checks of models.
#include "core/access/memory_model.h"

#include <algorithm>
#include <bit>

#include "core/base/gfx_name.h"

namespace pstudio::memory {

namespace {

// Neighbours: the higher bits of the lane. Lanes 0 to 3 with 20 to 23, 4 to 7 with 16 to 19, ...
constexpr std::array<uint8_t, 3> kEights{8, 16, 32};
constexpr std::array<uint8_t, 3> kCrossedEights{4 | 16, 8, 32};
// Lanes 0 to 3 with 12 to 15 and 20 to 27.
constexpr std::array<uint8_t, 3> kCrossedSixteens{4 | 8 | 16, 32};

BankRules ldsOfRdna() {
  BankRules rules;
  rules.rules = {PhaseRule{12, true, 32, kEights}, PhaseRule{12, false, 32, kEights}};
  return rules;
}

BankRules ldsOfCdna() {
  BankRules rules;
  rules.rules = {PhaseRule{12, true, 32, kCrossedEights}, PhaseRule{12, false, 32, kEights},
                 PhaseRule{16, true, 32, kCrossedEights}};
  return rules;
}

BankRules ldsOfCdna4() {
  BankRules rules;
  rules.banks = 64;
  rules.phaseBytes = 256;
  rules.rules = {PhaseRule{12, true, 32, kCrossedEights}, PhaseRule{16, true, 64, kCrossedSixteens},
                 PhaseRule{4, false, 32, {32}},           PhaseRule{8, false, 32, {16, 32}},
                 PhaseRule{12, false, 32, kEights},       PhaseRule{16, false, 32, kEights}};
  return rules;
}

bool isUsable(const PhaseRule &rule) {
  return rule.bytes == 0 || (std::has_single_bit(rule.banks) && rule.banks <= 64);
}

} // namespace

const PhaseRule *BankRules::ruleFor(uint32_t bytes, bool ofLoads) const {
  for (const PhaseRule &rule : rules)
    if (rule.bytes == bytes && rule.ofLoads == ofLoads)
      return &rule;
  return nullptr;
}

std::optional<MemoryModel> memoryModelOf(std::string_view architecture) {
  if (architecture.starts_with("sm_"))
    return MemoryModel();
  const uint32_t number = gfxNumber(architecture);
  if (number >= 0x900 && number <= 0x90f)
    return MemoryModel{number == 0x90a ? 128u : 64u, 64, ldsOfCdna()};
  if (number >= 0x940 && number <= 0x942)
    return MemoryModel{128, 64, ldsOfCdna()};
  if (number == 0x950)
    return MemoryModel{128, 64, ldsOfCdna4()};
  if (number >= 0x1010 && number <= 0x115f)
    return MemoryModel{128, 32, ldsOfRdna()};
  return std::nullopt;
}

bool isUsable(const MemoryModel &model) {
  const BankRules &banks = model.banks;
  return std::has_single_bit(model.lineBytes) && std::has_single_bit(model.sectorBytes) &&
         model.sectorBytes <= 64 && model.lineBytes >= model.sectorBytes &&
         model.lineBytes <= 4096 && std::has_single_bit(banks.banks) && banks.banks <= 64 &&
         std::has_single_bit(banks.bankBytes) && banks.bankBytes <= 64 && banks.maxLaneBytes > 0 &&
         banks.maxLaneBytes <= 64 && banks.phaseBytes >= banks.bankBytes &&
         std::ranges::all_of(banks.rules, [](const PhaseRule &rule) { return isUsable(rule); });
}

uint64_t costPeriod(const MemoryModel &model) {
  return std::max<uint64_t>(model.lineBytes, uint64_t{model.banks.banks} * model.banks.bankBytes);
}

} // namespace pstudio::memory
