// SPDX-License-Identifier: Apache-2.0
// Declarations of the types and constants of the HIP runtime that this folder uses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collector/runtime/gpu/driver_functions.h"

namespace pstudio::hip {

// Handles are opaque. A device pointer is an integer address; the vendor's declarations use a
// pointer of the same size.
using HipDevice = int;
using HipModule = void *;
using HipFunction = void *;
using HipStream = void *;
using HipEvent = void *;
using HipPointer = gpu::DeviceAddress;

/// Result code of nearly every function. The numbers are the same in HIP 5, 6 and 7.
using HipResult = gpu::DriverResult;

/// Values of hipDeviceAttribute_t, counted from 0 in HIP's order. HIP 5, 6 and 7 share them.
enum class HipDeviceAttribute : int {
  L2CacheSize = 19,
  MaxBlockDimX = 26,
  MaxBlockDimY = 27,
  MaxBlockDimZ = 28,
  MaxGridDimX = 29,
  MaxGridDimY = 30,
  MaxGridDimZ = 31,
  MaxThreadsPerBlock = 56,
  MaxThreadsPerMultiprocessor = 57,
  MultiprocessorCount = 63,
  MaxSharedMemoryPerBlock = 74,
  WarpSize = 87,
  MaxSharedMemoryPerMultiprocessor = 10002,
  WallClockRate = 10017, ///< of the reference clock [kHz]; since HIP 5.5
};

/// Keys of the list that hipModuleLaunchKernel takes as `extra`.
inline constexpr uintptr_t kHipLaunchBufferPointer = 1;
inline constexpr uintptr_t kHipLaunchBufferSize = 2;
inline constexpr uintptr_t kHipLaunchEnd = 3;

/// Offsets in hipDeviceProp_t of the fields for which no attribute exists. The layout changed with
/// HIP 6, which fills the new one by another function (hipGetDevicePropertiesR0600).
struct HipPropertyLayout {
  size_t bytes;
  size_t memoryBytes;      ///< offset of size_t totalGlobalMem
  size_t architectureName; ///< offset of char gcnArchName[256]
};
inline constexpr HipPropertyLayout kHipProperties5{792, 256, 396};
inline constexpr HipPropertyLayout kHipProperties6{1472, 288, 1160};
inline constexpr size_t kHipArchitectureNameBytes = 256;

} // namespace pstudio::hip
