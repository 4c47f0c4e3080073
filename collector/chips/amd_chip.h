// SPDX-License-Identifier: Apache-2.0
// Properties of an AMD GPU that records need: wave size, clocks, positions of its hardware ids.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pstudio {

/// Features of an AMD GPU for records. Sources: LLVM's User Guide for the AMDGPU back end
/// ("Processors"), AMD's ISA documents of each family (chapter "Hardware registers").
struct AmdChip {
  enum class Family : uint8_t {
    Gfx9,   ///< GCN 5, CDNA 1 and 2: gfx900 to gfx90c
    Gfx940, ///< CDNA 3 and 4: gfx940 to gfx950, several dies (XCC) in one device
    Gfx10,  ///< RDNA 1 and 2
    Gfx11,  ///< RDNA 3: no counter of the shader clock with more than 20 bits
    Gfx12,  ///< RDNA 4: a memory counter for each kind of operation
  };
  Family family = Family::Gfx9;
  /// The kernel is compiled for waves of 64 lanes on a chip whose waves have 32 otherwise.
  bool isWave64 = false;

  bool isRdna() const { return family != Family::Gfx9 && family != Family::Gfx940; }
  /// Lanes of a wave as kernels are compiled for it.
  uint32_t lanesPerWave() const { return isRdna() && !isWave64 ? 32 : 64; }
  /// True if the cycle counter of records is the shader clock (s_memtime). Otherwise it is the
  /// reference clock: SHADER_CYCLES of RDNA 3 wraps every 2^20 cycles, about 0.4 ms, and the number
  /// of wraps is not available.
  bool hasShaderClock() const { return family != Family::Gfx11; }
  /// Period of the reference clock (s_memrealtime) [ns]: 100 MHz, 25 MHz on chips before CDNA 3.
  uint32_t referencePeriodNs() const { return family == Family::Gfx9 ? 40 : 10; }

  /// True if stores to global memory have a counter of their own, vscnt.
  bool hasStoreCounter() const { return isRdna(); }
  /// True if scalar loads have a counter of their own, kmcnt, and not that of LDS.
  bool hasScalarCounter() const { return family == Family::Gfx12; }

  bool operator==(const AmdChip &) const = default;
};

/// Follows a processor name for kernels that are compiled for waves of 64 lanes there.
inline constexpr std::string_view kWave64Suffix = "+wavefrontsize64";

/// The chip of a processor name such as "gfx942", or "gfx1100+wavefrontsize64"; none for a family
/// that records do not support. The installed compiler may not support a name that is accepted
/// here.
std::optional<AmdChip> amdChipNamed(std::string_view name);

/// A field of a hardware register.
struct AmdRegisterField {
  uint32_t hardwareRegister; ///< number, as s_getreg_b32 takes it
  uint32_t firstBit;
  uint32_t bits;
};

/// Fields of record::kHardwareId, lowest first: each starts at the bit after the previous one.
/// gfx9: CU (4 bits), SH (1), SE (3). gfx940: the same and XCC (4). gfx10 to gfx12: CU of the WGP
/// (1), WGP (4), SA (1), SE (3).
struct AmdPlace {
  std::array<AmdRegisterField, 4> fields;
  uint32_t count;
};
AmdPlace amdPlaceOf(const AmdChip &chip);

} // namespace pstudio
