// SPDX-License-Identifier: Apache-2.0
// The memory parameters of a chip: lines, sectors, banks.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pstudio::memory {

/// The lanes that share a phase in accesses of one width, if they are not neighbours, and the
/// number of banks for such an access. Two lanes share a phase if, for each mask, both lane numbers
/// have the same parity of bits in the mask.
struct PhaseRule {
  uint32_t bytes = 0;             ///< of a lane; 0: no rule
  bool ofLoads = true;            ///< else of stores and atomics
  uint32_t banks = 0;             ///< a power of two, 1 to 64
  std::array<uint8_t, 3> masks{}; ///< 0: none
  bool operator==(const PhaseRule &) const = default;
};

/// Service of a warp by shared memory: words at neighbouring addresses are in neighbouring banks,
/// and each bank serves one word at a time. Lanes with the same word are served together. Accesses
/// of wide lanes are split into phases of neighbouring lanes with `phaseBytes` in total, unless a
/// rule defines other phases.
/// NVIDIA (CUDA C++ Programming Guide, "Shared Memory", compute capability 5.x and later): 32 banks
/// of 4 bytes, phases of 128 bytes. AMD: memoryModelOf().
struct BankRules {
  uint32_t banks = 32;         ///< a power of two, 1 to 64
  uint32_t bankBytes = 4;      ///< a power of two
  uint32_t phaseBytes = 128;   ///< bytes of all lanes of a phase
  uint32_t maxLaneBytes = 16;  ///< wider lanes take several instructions, one after the other
  bool atomicsOneByOne = true; ///< lanes that change the same word are served serially (CUDA
                               ///< C++ Programming Guide, "SIMT Architecture": "serialized")
  std::array<PhaseRule, 6> rules{};
  bool operator==(const BankRules &) const = default;

  /// The rule for lanes of that width, or null. O(rules).
  const PhaseRule *ruleFor(uint32_t bytes, bool ofLoads) const;
};

/// The units in which caches and memory move bytes: tags by line, transfers by sector.
/// NVIDIA (Nsight Compute documentation, "Memory Tables"): lines of 128 bytes, sectors of 32.
struct MemoryModel {
  uint32_t lineBytes = 128;  ///< a power of two, a multiple of sectorBytes
  uint32_t sectorBytes = 32; ///< a power of two, at most 64
  BankRules banks;
  bool operator==(const MemoryModel &) const = default;
};

/// The model of an architecture by its name, "sm_90a" or "gfx942" (target features after a colon
/// are ignored); none for a name of neither vendor and for an unsupported family.
///
/// AMD, lines: Linux, drivers/gpu/drm/amd/amdkfd/kfd_crat.c, `cache_line_size` of the vector L1 and
/// the L2: 64 bytes up to gfx908, 128 on gfx90a and newer. Sectors: the requests of the vector L1,
/// 64 bytes on CDNA (ROCm Compute Profiler, "Vector L1 cache", coalescing), 32 on RDNA, whose L2
/// requests multiples of them from memory (rocprofiler's counters GL2C_EA_RDREQ_32B to _128B). LDS:
/// 32 banks of 4 bytes (CDNA 3 ISA, "LDS"; RDNA 3 ISA: 64 banks in two sets of 32, a workgroup
/// works on one). Lanes of 4 bytes are served by half waves of 32. Stores of 16 bytes: 8
/// neighbours; loads of 16: lanes 0 to 3 with 20 to 23, 4 to 7 with 16 to 19, and so on (Composable
/// Kernel, "Understanding AMD GPU LDS and Bank Conflicts"). gfx950: loads of 8 and 16 bytes use 64
/// banks in phases of 256 bytes, loads of 12 and stores 32 banks (measured in HipKittens, arXiv
/// 2511.08083). Assumed, without a published source: on gfx950 loads of 4 bytes have the banks and
/// phases of loads of 8, stores of 12 bytes those of 16, and RDNA serves neighbouring lanes.
std::optional<MemoryModel> memoryModelOf(std::string_view architecture);

/// True if the analyses support every number: within the ranges given above, and phases of at least
/// one bank.
bool isUsable(const MemoryModel &model);

/// Addresses that are equal modulo this cost the same [bytes].
uint64_t costPeriod(const MemoryModel &model);

} // namespace pstudio::memory
