// SPDX-License-Identifier: Apache-2.0
// State of a GPU thread that generated code accesses: the binary interface between codegen/cpu and
// runtime/cpu.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace pstudio::cpu {

/// First parameter of every compiled function. Generated code reads the fields at their offsetof(),
/// adds to `clock`, sets `position` and `yields`, and counts `iterations`. The runtime writes all
/// other fields. One per fiber; never shared between host threads.
struct ThreadContext {
  uint32_t threadId[3] = {0, 0, 0}; ///< x, y, z within the CTA
  uint32_t blockId[3] = {0, 0, 0};  ///< x, y, z of the CTA within the grid
  uint32_t blockDim[3] = {1, 1, 1}; ///< threads of a CTA
  uint32_t gridDim[3] = {1, 1, 1};  ///< CTAs of the launch
  uint32_t laneId = 0;              ///< 0 .. lanes per warp - 1
  uint32_t warpId = 0;              ///< linear thread id / lanes per warp
  uint32_t smId = 0;                ///< virtual SM that runs the CTA
  uint32_t position = 0;            ///< the marker passed last: an index into ProgramMap::sites
  int64_t clock = 0;                ///< this thread's time [virtual cycles]
  std::byte *shared = nullptr;      ///< the CTA's shared memory
  const uint64_t *extents =
      nullptr; ///< size of what each kernel argument points to [bytes]; 0 for scalars
  uint64_t dynamicSharedBytes = 0; ///< [bytes]
  uint64_t *iterations = nullptr;  ///< by loop of the ProgramMap: headers passed since its entry
  uint32_t yields = 0; ///< not 0: the thread polls memory; other lanes and warps go first
  const std::atomic<uint32_t> *stop = nullptr; ///< not 0: leave as soon as possible
  uint64_t stackLimit = 0; ///< lowest address that the stack pointer may have in the kernel's code
};

/// The index of a CTA or warp that does not record.
inline constexpr uint32_t kNotRecorded = 0xffffffff;

/// Flags of a record of an access.
enum AccessFlag : uint32_t {
  kAccessShared = 1, ///< addresses are in shared memory
  kAccessOfSome = 2, ///< each lane passes its address as word 0, and whether it takes part
};
/// From this bit on, 4 bits: number of words of the lowest participating lane. The first word is an
/// address. 0: each lane has one address.
inline constexpr uint32_t kAccessEncodedShift = 4;
/// From this bit on: number of lanes per group. The record contains the address of the first
/// participating lane of each group. 0: all lanes form one group.
inline constexpr uint32_t kAccessGroupShift = 8;

/// Bit fields of the shape of a group of records. Below kGroupFirstShift: number of records of the
/// group. From kGroupFirstShift on: number of the first record that follows. From kGroupNowShift
/// on: number of records that follow. From kGroupKeyedShift on: one bit for each of them that has a
/// key.
inline constexpr uint32_t kGroupFirstShift = 8, kGroupNowShift = 16;
inline constexpr uint32_t kGroupKeyedShift = 24;

static_assert(std::is_standard_layout_v<ThreadContext>, "generated code uses offsetof");
static_assert(sizeof(std::atomic<uint32_t>) == 4,
              "generated code loads the stop flag as a plain i32");

/// The compiled kernel. `arguments` holds one 8-byte word per kernel argument: a pointer, or the
/// scalar's bits in the low bytes.
using KernelEntry = void (*)(ThreadContext *thread, const uint64_t *arguments);

} // namespace pstudio::cpu
