// SPDX-License-Identifier: Apache-2.0
// What is counted, as numbers of the chip: lines, sectors, banks.
#pragma once

#include <cstdint>

namespace pstudio::memory {

/// How shared memory serves a warp: words of neighbouring addresses lie in neighbouring banks, and
/// each bank serves one word at a time.
///
/// NVIDIA (CUDA C++ Programming Guide, "Shared Memory", compute capability 5.x and later): 32 banks
/// of 4 bytes; lanes that name the same word are served together. Lanes of 8 bytes are served in
/// two phases, of 16 bytes in four, each of neighbouring lanes with 128 bytes in all.
/// AMD (CDNA 3 ISA, "LDS"): 32 banks of 4 bytes, and wavefronts of 64 lanes in phases of 128 bytes.
struct BankRules {
  uint32_t banks = 32;         ///< a power of two, 1 to 64
  uint32_t bankBytes = 4;      ///< a power of two
  uint32_t phaseBytes = 128;   ///< what the lanes of a phase name together
  uint32_t maxLaneBytes = 16;  ///< wider lanes take several instructions, one after the other
  bool atomicsOneByOne = true; ///< lanes that change one word are served one after the other (CUDA
                               ///< C++ Programming Guide, "SIMT Architecture": "serialized")
  bool operator==(const BankRules &) const = default;
};

/// The units in which caches and memory move bytes: tags by line, transfers by sector.
/// NVIDIA (Nsight Compute documentation, "Memory Tables"): lines of 128 bytes, sectors of 32.
struct MemoryModel {
  uint32_t lineBytes = 128;  ///< a power of two, a multiple of sectorBytes
  uint32_t sectorBytes = 32; ///< a power of two, at most 32
  BankRules banks;
  bool operator==(const MemoryModel &) const = default;
};

/// True if every number is one that the analyses can work with: within the ranges given above, and
/// phases of at least one bank.
bool isUsable(const MemoryModel &model);

/// Addresses that are equal modulo this cost the same [bytes].
uint64_t costPeriod(const MemoryModel &model);

} // namespace pstudio::memory
