// SPDX-License-Identifier: Apache-2.0
// Declarations of the types and constants of the CUDA driver API that the shim uses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pstudio::attach {

// Handles are opaque, so all are void *.
using CuDevice = int;
using CuContext = void *;
using CuModule = void *;
using CuLibrary = void *;
using CuFunction = void *; ///< or a CUkernel, where the driver accepts both
using CuStream = void *;
using CuEvent = void *;
using CuGraph = void *; ///< one that can be launched
using CuDevicePointer = uint64_t;

/// Result code of every driver function, with the values that the shim uses.
using CuResult = int;
inline constexpr CuResult kCuSuccess = 0;
inline constexpr CuResult kCuDeinitialized = 4;
inline constexpr CuResult kCuNotFound = 500;
inline constexpr CuResult kCuNotReady = 600;
inline constexpr CuResult kCuCaptureInvalidated = 901;
inline constexpr CuResult kCuCaptureUnjoined = 904;

// CUdevice_attribute
inline constexpr int kCuClockRate = 13; ///< [kHz]
inline constexpr int kCuMultiprocessorCount = 16;
inline constexpr int kCuMaxSharedBytesPerCta = 97; ///< static and dynamic, with opt-in [bytes]
inline constexpr int kCuComputeCapabilityMajor = 75;
inline constexpr int kCuComputeCapabilityMinor = 76;

// CUfunction_attribute
inline constexpr int kCuStaticSharedBytes = 1;
inline constexpr int kCuLocalSizeBytes = 3;
inline constexpr int kCuNumRegs = 4;
inline constexpr int kCuMaxDynamicSharedSizeBytes = 8;
inline constexpr int kCuPreferredSharedMemoryCarveout = 9;
inline constexpr int kCuRequiredClusterWidth = 11;
inline constexpr int kCuRequiredClusterHeight = 12;
inline constexpr int kCuRequiredClusterDepth = 13;
inline constexpr int kCuNonPortableClusterSizeAllowed = 14;
inline constexpr int kCuClusterSchedulingPolicy = 15;

// CUlaunchAttributeID
inline constexpr int kCuLaunchAttributeCooperative = 2;
inline constexpr int kCuLaunchAttributeClusterDimension = 4;

// Flags and modes
inline constexpr unsigned kCuStreamNonBlocking = 1;
inline constexpr unsigned kCuEventDisableTiming = 2;
inline constexpr int kCuCaptureModeRelaxed = 2;
inline constexpr int kCuCaptureStatusNone = 0;
inline constexpr uint64_t kCuProcAddressPerThreadStream = 2;

/// The handle of the calling thread's default stream (CU_STREAM_PER_THREAD).
inline const CuStream kCuStreamPerThread = reinterpret_cast<CuStream>(2);

// Keys of the list `extra` of a launch.
inline void *const kCuLaunchParamEnd = nullptr;
inline void *const kCuLaunchParamBufferPointer = reinterpret_cast<void *>(1);
inline void *const kCuLaunchParamBufferSize = reinterpret_cast<void *>(2);

/// CUlaunchAttribute with the values that the shim reads.
struct CuLaunchAttribute {
  int id;
  char padding[4];
  union {
    char bytes[64];
    unsigned clusterDimension[3];
    int flag; ///< of attributes that are on or off
  } value;
};

/// CUlaunchConfig.
struct CuLaunchConfig {
  unsigned grid[3];
  unsigned block[3];
  unsigned dynamicSharedBytes;
  CuStream stream;
  CuLaunchAttribute *attributes;
  unsigned attributeCount;
};

static_assert(sizeof(CuLaunchAttribute) == 72 && sizeof(CuLaunchConfig) == 56);

} // namespace pstudio::attach
