// SPDX-License-Identifier: Apache-2.0
// The few types and numbers of the HIP runtime that this folder uses, in own declarations.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pstudio::hip {

// Handles are opaque to us; device memory is a pointer, as in the vendor's declarations.
using HipDevice = int;
using HipModule = void *;
using HipFunction = void *;
using HipStream = void *;
using HipEvent = void *;
using HipPointer = void *;

/// What nearly every function returns. Values without a name here are passed on as they are: the
/// library knows their names. The numbers are the same in HIP 5, 6 and 7.
enum class HipResult : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  Deinitialized = 4,
  InvalidConfiguration = 9,
  InsufficientDriver = 35,
  InvalidDeviceFunction = 98,
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  NoBinaryForGpu = 209,
  EccNotCorrectable = 214,
  InvalidKernelFile = 218,
  SharedObjectInitFailed = 303,
  OperatingSystem = 304,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeOut = 702,
  ContextIsDestroyed = 709,
  Assert = 710,
  LaunchFailure = 719,
  NotSupported = 801,
  Unknown = 999,
  RuntimeMemory = 1052,
  RuntimeOther = 1053,
};

/// Of hipDeviceAttribute_t; counted from 0 in HIP's own order, which 5, 6 and 7 share.
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

inline constexpr unsigned kHipStreamNonBlocking = 1;
inline constexpr unsigned kHipEventDefault = 0;

/// Keys of the list that hipModuleLaunchKernel takes as `extra`.
inline constexpr uintptr_t kHipLaunchBufferPointer = 1;
inline constexpr uintptr_t kHipLaunchBufferSize = 2;
inline constexpr uintptr_t kHipLaunchEnd = 3;

/// Where hipDeviceProp_t has what no attribute tells. Its layout changed with HIP 6, whose function
/// has a name of its own (hipGetDevicePropertiesR0600).
struct HipPropertyLayout {
  size_t bytes;
  size_t memoryBytes;      ///< offset of size_t totalGlobalMem
  size_t architectureName; ///< offset of char gcnArchName[256]
};
inline constexpr HipPropertyLayout kHipProperties5{792, 256, 396};
inline constexpr HipPropertyLayout kHipProperties6{1472, 288, 1160};
inline constexpr size_t kHipArchitectureNameBytes = 256;

} // namespace pstudio::hip
