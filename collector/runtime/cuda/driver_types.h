// SPDX-License-Identifier: Apache-2.0
// Declarations of the types and constants of the CUDA driver API that this folder uses.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collector/runtime/gpu/driver_functions.h"

namespace pstudio::cuda {

// Handles are opaque, so all are void *. driver_api_check.cpp compares all declarations below with
// the vendor's header where it is installed.
using CuDevice = int;
using CuContext = void *;
using CuModule = void *;
using CuFunction = void *;
using CuStream = void *;
using CuEvent = void *;
using CuDevicePointer = gpu::DeviceAddress;

/// Result code of every driver function.
using CuResult = gpu::DriverResult;

enum class CuDeviceAttribute : int {
  MaxThreadsPerBlock = 1,
  MaxBlockDimX = 2,
  MaxBlockDimY = 3,
  MaxBlockDimZ = 4,
  MaxGridDimX = 5,
  MaxGridDimY = 6,
  MaxGridDimZ = 7,
  WarpSize = 10,
  MultiprocessorCount = 16,
  L2CacheSize = 38,
  MaxThreadsPerMultiprocessor = 39,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedMemoryPerMultiprocessor = 81,
  MaxRegistersPerMultiprocessor = 82,
  MaxSharedMemoryPerBlockOptin = 97,
  CooperativeLaunch = 95,
  ReservedSharedMemoryPerBlock = 111,
  ClusterLaunch = 120,
  TensorMapAccessSupported = 127,
};

enum class CuFunctionAttribute : int {
  MaxThreadsPerBlock = 0,
  SharedSizeBytes = 1,
  LocalSizeBytes = 3,
  NumRegs = 4,
  MaxDynamicSharedSizeBytes = 8,
  RequiredClusterWidth = 11,
  RequiredClusterHeight = 12,
  RequiredClusterDepth = 13,
  NonPortableClusterSizeAllowed = 14,
};

enum class CuJitOption : int {
  InfoLogBuffer = 3,
  InfoLogBufferSizeBytes = 4,
  ErrorLogBuffer = 5,
  ErrorLogBufferSizeBytes = 6,
  LogVerbose = 12,
  GenerateLineInfo = 13,
};

inline constexpr unsigned kCuMemAttachGlobal = 1;
inline constexpr unsigned kCuHostRegisterDeviceMap = 2;
inline constexpr unsigned kCuContextSchedulingAuto = 0;
inline constexpr int kCuLaunchAttributeCooperative = 2;
inline constexpr int kCuLaunchAttributeClusterDimension = 4;
inline constexpr int kCuLaunchAttributeProgrammaticStreamSerialization = 6;

// Enumerations of tensor maps (cuTensorMapEncodeTiled).
enum class CuTensorMapDataType : int {
  Uint8 = 0,
  Uint16 = 1,
  Int32 = 3,
  Int64 = 5,
  Float16 = 6,
  Float32 = 7,
  Float64 = 8,
  Bfloat16 = 9,
};
enum class CuTensorMapInterleave : int { None = 0, Bytes16 = 1, Bytes32 = 2 };
enum class CuTensorMapSwizzle : int { None = 0, Bytes32 = 1, Bytes64 = 2, Bytes128 = 3 };
enum class CuTensorMapL2Promotion : int { None = 0, Bytes64 = 1, Bytes128 = 2, Bytes256 = 3 };
enum class CuTensorMapFill : int { Zeros = 0, Nan = 1 };

/// CUlaunchAttribute with the attributes that this project sets.
struct CuLaunchAttribute {
  int id = 0;
  char padding[4] = {};
  union {
    char bytes[64];
    unsigned clusterDimension[3];
    int flag; ///< of attributes that are on or off
  } value = {};
};

/// CUlaunchConfig.
struct CuLaunchConfig {
  unsigned grid[3] = {};
  unsigned block[3] = {};
  unsigned dynamicSharedBytes = 0;
  CuStream stream = nullptr;
  CuLaunchAttribute *attributes = nullptr;
  unsigned attributeCount = 0;
};

} // namespace pstudio::cuda
