// SPDX-License-Identifier: Apache-2.0
// Families by name, and the layout of HW_ID.
#include "collector/chips/amd_chip.h"

#include "core/base/gfx_name.h"

namespace pstudio {
namespace {

// Numbers of hardware registers, AMDGPU Operand Syntax, "hwreg".
constexpr uint32_t kHwId = 4;   ///< gfx9
constexpr uint32_t kXccId = 20; ///< gfx940
constexpr uint32_t kHwId1 = 23; ///< gfx10 and newer

} // namespace

std::optional<AmdChip> amdChipNamed(std::string_view name) {
  if (name.find(':') != name.npos)
    return std::nullopt;
  const bool isWave64 = name.ends_with(kWave64Suffix);
  if (isWave64)
    name.remove_suffix(kWave64Suffix.size());
  const uint32_t number = gfxNumber(name);
  if ((number >= 0x940 && number <= 0x942) || number == 0x950)
    return AmdChip{AmdChip::Family::Gfx940};
  if (number >= 0x900 && number <= 0x90f)
    return AmdChip{AmdChip::Family::Gfx9};
  if (number >= 0x1010 && number <= 0x103f)
    return AmdChip{AmdChip::Family::Gfx10, isWave64};
  if (number >= 0x1100 && number <= 0x115f)
    return AmdChip{AmdChip::Family::Gfx11, isWave64};
  if (number >= 0x1200 && number <= 0x1201)
    return AmdChip{AmdChip::Family::Gfx12, isWave64};
  return std::nullopt;
}

AmdPlace amdPlaceOf(const AmdChip &chip) {
  switch (chip.family) {
  case AmdChip::Family::Gfx9:
    return {{{{kHwId, 8, 4}, {kHwId, 12, 1}, {kHwId, 13, 3}, {}}}, 3};
  case AmdChip::Family::Gfx940:
    return {{{{kHwId, 8, 4}, {kHwId, 12, 1}, {kHwId, 13, 3}, {kXccId, 0, 4}}}, 4};
  case AmdChip::Family::Gfx10:
  case AmdChip::Family::Gfx11:
  case AmdChip::Family::Gfx12:
    break;
  }
  // A WGP has four SIMDs, two for each CU: the higher bit of SIMD_ID is the number of the CU.
  return {{{{kHwId1, 9, 1}, {kHwId1, 10, 4}, {kHwId1, 16, 1}, {kHwId1, 18, 3}}}, 4};
}

} // namespace pstudio
