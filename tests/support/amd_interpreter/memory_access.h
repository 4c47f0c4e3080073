// SPDX-License-Identifier: Apache-2.0
// Formats and atomic operations that vector memory and the local data share have in common.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "tests/support/amd_interpreter/wave.h"

namespace pstudio::test::amdgpu {

enum class RegisterPart : uint8_t { Whole, Low, High };

/// Bytes in memory, and where they are in the registers: loads extend 1 and 2 bytes to a register
/// or fill one half of it.
struct MemoryFormat {
  uint8_t bytes = 4;
  bool isSigned = false;
  RegisterPart part = RegisterPart::Whole;
};

/// A suffix of names: "global_load_" + "dwordx2".
struct NamedFormat {
  const char *name;
  MemoryFormat format;
};

/// Loads bytes of one lane.
void loadLane(const std::byte *from, const MemoryFormat &format, uint32_t *const *registers,
              uint32_t lane);
/// Stores bytes of one lane.
void storeLane(std::byte *to, const MemoryFormat &format, const uint32_t *const *registers,
               uint32_t lane);

/// The bytes of a flat address: LDS, scratch of the lane, or global memory. Null, after
/// Wave::fail() with the address, for bytes that belong to no allocation.
/// `storedBy`: the counter of a store, of an atomic operation or of a load to LDS; none of loads.
/// Fails, too, if another wave may not see what was stored there.
using StoredBy = std::optional<Counter>;
std::byte *flatBytes(Wave &wave, uint32_t lane, uint64_t address, size_t bytes, StoredBy storedBy);
std::byte *globalBytes(Wave &wave, uint32_t lane, uint64_t address, size_t bytes,
                       StoredBy storedBy);
std::byte *ldsBytes(Wave &wave, uint32_t lane, uint64_t address, size_t bytes, StoredBy storedBy);
std::byte *scratchBytes(Wave &wave, uint32_t lane, uint64_t address, size_t bytes);

/// True, after Wave::fail(), if a register that the instruction uses has not been waited for.
/// `destination` may belong to an earlier operation of the same kind.
bool usesPending(Wave &wave, const Instruction &instruction, const Operand *destination,
                 Counter counter, PendingKind kind);

/// The new value of an atomic operation and the value before it.
template <class T, class Function>
T applyAtomic(std::byte *at, T source, T compared, Function function) {
  T old;
  std::memcpy(&old, at, sizeof old);
  const T next = function(old, source, compared);
  std::memcpy(at, &next, sizeof next);
  return old;
}

/// An atomic operation of one lane: bits of the source and of the value to compare; returns the
/// bits before.
using AtomicLane = uint64_t (*)(std::byte *at, uint64_t source, uint64_t compared);

/// One atomic operation with its names: "add_u32" (gfx11), "add" (gfx9).
struct NamedAtomic {
  std::string name;
  uint8_t bytes;
  bool compares;
  AtomicLane apply;
};

/// Calls `add(const NamedAtomic &)` for all atomic operations of memory instructions.
void forEachAtomic(void (*add)(const NamedAtomic &, void *), void *context);

} // namespace pstudio::test::amdgpu
