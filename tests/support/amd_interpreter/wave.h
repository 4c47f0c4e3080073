// SPDX-License-Identifier: Apache-2.0
// The state of a wave and of its CTA.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/amd_interpreter/instruction.h"
#include "tests/support/amd_interpreter/memory.h"
#include "tests/support/amd_interpreter/store_order.h"
#include "tests/support/amd_interpreter/waits.h"

namespace pstudio::test::amdgpu {

/// Properties of a processor on which semantics depend.
struct Chip {
  std::string name;
  uint32_t lanes = 32;
  bool countsStores = true;   ///< vscnt; otherwise stores count in vmcnt
  bool keepsUpperHalf = true; ///< all 16-bit results keep bits 16 to 31 of their register
};

/// Chip::name is not checked; gfx10 and later have 32 lanes.
Chip chipNamed(const std::string &name);

/// The upper halves of flat addresses in LDS and scratch.
inline constexpr uint32_t kSharedAperture = 0x00010000;
inline constexpr uint32_t kPrivateAperture = 0x00020000;

/// The state that all waves of a launch share.
struct Machine {
  Chip chip;
  Memory memory;
  uint64_t executed = 0; ///< wave instructions: the clock
};

struct Cta {
  std::array<uint32_t, 3> id{};
  uint32_t number = 0;
  std::vector<std::byte> lds;
  StoreOrder ldsStores{16384, true}; ///< words of 64 KiB
  StoreOrder globalStores{4096, false};
  /// The waves may be on compute units with a level 0 cache each: a store of global memory needs a
  /// wait before a barrier, too.
  bool isOnSeveralUnits = false;
};

enum class WaveState : uint8_t { Running, AtBarrier, Ended, Failed };

/// A wave. Registers that nothing has written contain a pattern.
struct Wave {
  Machine *machine = nullptr;
  Cta *cta = nullptr;
  uint32_t number = 0; ///< within its CTA
  WaveState state = WaveState::Running;
  uint64_t pc = 0;
  bool scc = false;
  std::array<uint32_t, 128> scalars{};
  std::vector<uint32_t> vectors;      ///< of register 0 lane 0, lane 1, ...
  std::vector<uint32_t> accumulators; ///< likewise
  std::vector<std::byte> scratch;     ///< of lane 0, lane 1, ...
  uint32_t scratchBytes = 0;          ///< of a lane
  Waits waits;
  /// Operations of each counter that were complete when the wave reached its barriers.
  std::vector<std::array<uint64_t, kCounters>> completeAtBarriers;
  std::string failure; ///< of the state Failed

  uint32_t lanes() const { return machine->chip.lanes; }
  /// Stops the wave; the first reason is kept.
  void fail(std::string reason);
  /// Stops until all waves of the CTA are at a barrier.
  void reachBarrier();

  uint64_t wide(uint16_t index) const {
    return scalars[index] | uint64_t(scalars[index + 1]) << 32;
  }
  void setWide(uint16_t index, uint64_t value) {
    scalars[index] = static_cast<uint32_t>(value);
    scalars[index + 1] = static_cast<uint32_t>(value >> 32);
  }
  /// The active lanes; bits at and above lanes() are 0.
  uint64_t exec() const { return lanes() == 64 ? wide(kExec) : scalars[kExec]; }
  /// A mask of lanes in scalar registers; the high register belongs to it only with 64 lanes.
  uint64_t mask(uint16_t index) const { return lanes() == 64 ? wide(index) : scalars[index]; }
  void setMask(uint16_t index, uint64_t value);

  /// The lanes of a vector register; null, after fail(), if the wave does not have it.
  uint32_t *lanesOf(const Operand &operand, uint32_t part = 0);

  /// A scalar operand as 32 or 64 bits. Float constants have the format of that width.
  uint32_t scalar32(const Operand &operand);
  uint64_t scalar64(const Operand &operand);
  void setScalar32(const Operand &operand, uint32_t value);
  void setScalar64(const Operand &operand, uint64_t value);
};

/// The registers of a new wave, filled with a pattern of `seed`.
void fillWithPattern(Wave &wave, uint32_t vectorRegisters, uint64_t seed);

} // namespace pstudio::test::amdgpu
