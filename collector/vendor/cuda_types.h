// SPDX-License-Identifier: Apache-2.0
// Types and numbers of the CUDA driver API that this project uses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "collector/vendor/driver_values.h"

namespace pstudio {

// tests/collector/vendor/cuda_check.cpp compares all declarations with the vendor's header where it
// is installed. The lists contain X(name, value, the end of the vendor's name).

// Handles are opaque, so all are void *.
using CuDevice = int;
using CuContext = void *;
using CuModule = void *;
using CuLibrary = void *;
using CuFunction = void *; ///< or a CUkernel, where the driver accepts both
using CuStream = void *;
using CuEvent = void *;
using CuGraph = void *;
using CuGraphExec = void *; ///< a graph that can be launched
using CuGraphNode = void *;
using CuDevicePointer = gpu::DeviceAddress;

struct CuUuid {
  std::array<unsigned char, 16> bytes;
};

/// Result code of every driver function.
using CuResult = gpu::DriverResult;

// Sizes are in bytes. ClockRate is in kHz, MaxSharedMemoryPerBlockOptin static and dynamic.
#define PSTUDIO_CUDA_DEVICE_ATTRIBUTES(X)                                                          \
  X(MaxThreadsPerBlock, 1, MAX_THREADS_PER_BLOCK)                                                  \
  X(MaxBlockDimX, 2, MAX_BLOCK_DIM_X)                                                              \
  X(MaxBlockDimY, 3, MAX_BLOCK_DIM_Y)                                                              \
  X(MaxBlockDimZ, 4, MAX_BLOCK_DIM_Z)                                                              \
  X(MaxGridDimX, 5, MAX_GRID_DIM_X)                                                                \
  X(MaxGridDimY, 6, MAX_GRID_DIM_Y)                                                                \
  X(MaxGridDimZ, 7, MAX_GRID_DIM_Z)                                                                \
  X(WarpSize, 10, WARP_SIZE)                                                                       \
  X(ClockRate, 13, CLOCK_RATE)                                                                     \
  X(MultiprocessorCount, 16, MULTIPROCESSOR_COUNT)                                                 \
  X(L2CacheSize, 38, L2_CACHE_SIZE)                                                                \
  X(MaxThreadsPerMultiprocessor, 39, MAX_THREADS_PER_MULTIPROCESSOR)                               \
  X(ComputeCapabilityMajor, 75, COMPUTE_CAPABILITY_MAJOR)                                          \
  X(ComputeCapabilityMinor, 76, COMPUTE_CAPABILITY_MINOR)                                          \
  X(MaxSharedMemoryPerMultiprocessor, 81, MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)                    \
  X(MaxRegistersPerMultiprocessor, 82, MAX_REGISTERS_PER_MULTIPROCESSOR)                           \
  X(CooperativeLaunch, 95, COOPERATIVE_LAUNCH)                                                     \
  X(MaxSharedMemoryPerBlockOptin, 97, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)                           \
  X(ReservedSharedMemoryPerBlock, 111, RESERVED_SHARED_MEMORY_PER_BLOCK)                           \
  X(ClusterLaunch, 120, CLUSTER_LAUNCH)                                                            \
  X(TensorMapAccessSupported, 127, TENSOR_MAP_ACCESS_SUPPORTED)
enum class CuDeviceAttribute : int { PSTUDIO_CUDA_DEVICE_ATTRIBUTES(PSTUDIO_VENDOR_VALUE) };

#define PSTUDIO_CUDA_FUNCTION_ATTRIBUTES(X)                                                        \
  X(MaxThreadsPerBlock, 0, MAX_THREADS_PER_BLOCK)                                                  \
  X(SharedSizeBytes, 1, SHARED_SIZE_BYTES)                                                         \
  X(LocalSizeBytes, 3, LOCAL_SIZE_BYTES)                                                           \
  X(NumRegs, 4, NUM_REGS)                                                                          \
  X(MaxDynamicSharedSizeBytes, 8, MAX_DYNAMIC_SHARED_SIZE_BYTES)                                   \
  X(PreferredSharedMemoryCarveout, 9, PREFERRED_SHARED_MEMORY_CARVEOUT)                            \
  X(RequiredClusterWidth, 11, REQUIRED_CLUSTER_WIDTH)                                              \
  X(RequiredClusterHeight, 12, REQUIRED_CLUSTER_HEIGHT)                                            \
  X(RequiredClusterDepth, 13, REQUIRED_CLUSTER_DEPTH)                                              \
  X(NonPortableClusterSizeAllowed, 14, NON_PORTABLE_CLUSTER_SIZE_ALLOWED)                          \
  X(ClusterSchedulingPolicy, 15, CLUSTER_SCHEDULING_POLICY_PREFERENCE)
enum class CuFunctionAttribute : int { PSTUDIO_CUDA_FUNCTION_ATTRIBUTES(PSTUDIO_VENDOR_VALUE) };

#define PSTUDIO_CUDA_JIT_OPTIONS(X)                                                                \
  X(InfoLogBuffer, 3, INFO_LOG_BUFFER)                                                             \
  X(InfoLogBufferSizeBytes, 4, INFO_LOG_BUFFER_SIZE_BYTES)                                         \
  X(ErrorLogBuffer, 5, ERROR_LOG_BUFFER)                                                           \
  X(ErrorLogBufferSizeBytes, 6, ERROR_LOG_BUFFER_SIZE_BYTES)                                       \
  X(LogVerbose, 12, LOG_VERBOSE)                                                                   \
  X(GenerateLineInfo, 13, GENERATE_LINE_INFO)
enum class CuJitOption : int { PSTUDIO_CUDA_JIT_OPTIONS(PSTUDIO_VENDOR_VALUE) };

// The vendor's names are whole.
#define PSTUDIO_CUDA_FLAGS(X)                                                                      \
  X(kCuMemAttachGlobal, 1, CU_MEM_ATTACH_GLOBAL)                                                   \
  X(kCuHostRegisterDeviceMap, 2, CU_MEMHOSTREGISTER_DEVICEMAP)                                     \
  X(kCuContextSchedulingAuto, 0, CU_CTX_SCHED_AUTO)                                                \
  X(kCuGraphInstantiateDeviceLaunch, 4, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH)                 \
  X(kCuProcAddressPerThreadStream, 2, CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM)
#define PSTUDIO_CUDA_MODES(X)                                                                      \
  X(kCuLaunchAttributeCooperative, 2, CU_LAUNCH_ATTRIBUTE_COOPERATIVE)                             \
  X(kCuLaunchAttributeClusterDimension, 4, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)                  \
  X(kCuLaunchAttributeProgrammaticStreamSerialization, 6,                                          \
    CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)                                         \
  X(kCuGraphNodeKernel, 0, CU_GRAPH_NODE_TYPE_KERNEL)                                              \
  X(kCuGraphNodeGraph, 4, CU_GRAPH_NODE_TYPE_GRAPH)                                                \
  X(kCuGraphNodeConditional, 13, CU_GRAPH_NODE_TYPE_CONDITIONAL)                                   \
  X(kCuCaptureModeRelaxed, 2, CU_STREAM_CAPTURE_MODE_RELAXED)                                      \
  X(kCuCaptureStatusNone, 0, CU_STREAM_CAPTURE_STATUS_NONE)
#define PSTUDIO_VENDOR_FLAG(name, value, ...) inline constexpr unsigned name = value;
#define PSTUDIO_VENDOR_MODE(name, value, ...) inline constexpr int name = value;
PSTUDIO_CUDA_FLAGS(PSTUDIO_VENDOR_FLAG)
PSTUDIO_CUDA_MODES(PSTUDIO_VENDOR_MODE)

/// The handle of the calling thread's default stream (CU_STREAM_PER_THREAD).
inline const CuStream kCuStreamPerThread = reinterpret_cast<CuStream>(2);

// Keys of the list `extra` of a launch.
inline void *const kCuLaunchParamEnd = nullptr;
inline void *const kCuLaunchParamBufferPointer = reinterpret_cast<void *>(1);
inline void *const kCuLaunchParamBufferSize = reinterpret_cast<void *>(2);

// Enumerations of tensor maps (cuTensorMapEncodeTiled).
#define PSTUDIO_CUDA_TENSOR_DATA_TYPES(X)                                                          \
  X(Uint8, 0, UINT8)                                                                               \
  X(Uint16, 1, UINT16)                                                                             \
  X(Int32, 3, INT32)                                                                               \
  X(Int64, 5, INT64)                                                                               \
  X(Float16, 6, FLOAT16)                                                                           \
  X(Float32, 7, FLOAT32)                                                                           \
  X(Float64, 8, FLOAT64)                                                                           \
  X(Bfloat16, 9, BFLOAT16)
enum class CuTensorMapDataType : int { PSTUDIO_CUDA_TENSOR_DATA_TYPES(PSTUDIO_VENDOR_VALUE) };
enum class CuTensorMapInterleave : int { None = 0, Bytes16 = 1, Bytes32 = 2 };
enum class CuTensorMapSwizzle : int { None = 0, Bytes32 = 1, Bytes64 = 2, Bytes128 = 3 };
enum class CuTensorMapL2Promotion : int { None = 0, Bytes64 = 1, Bytes128 = 2, Bytes256 = 3 };
enum class CuTensorMapFill : int { Zeros = 0, Nan = 1 };

/// CUlaunchAttribute with the attributes that this project reads or sets.
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

/// CUDA_KERNEL_NODE_PARAMS_v2. The structure of functions before 12.0 ends before `kernel`.
struct CuKernelNodeParams {
  CuFunction function = nullptr;
  unsigned grid[3] = {};
  unsigned block[3] = {};
  unsigned dynamicSharedBytes = 0;
  void **parameters = nullptr;
  void **extra = nullptr;
  CuFunction kernel = nullptr; ///< a CUkernel, where `function` is null
  CuContext context = nullptr; ///< of `kernel`
};

/// CUDA_GRAPH_INSTANTIATE_PARAMS.
struct CuGraphInstantiateParams {
  uint64_t flags = 0;
  CuStream uploadStream = nullptr;
  CuGraphNode errorNode = nullptr;
  int result = 0;
};

/// CUgraphNodeParams of a kernel node; the real structure is longer.
struct CuGraphNodeParams {
  int type = 0;
  int reserved[3] = {};
  CuKernelNodeParams kernel; ///< where `type` is kCuGraphNodeKernel
};

/// CUgraphEdgeData.
struct CuGraphEdgeData {
  unsigned char bytes[8] = {};
};

/// CUgraphExecUpdateResultInfo.
struct CuGraphUpdateInfo {
  int result = 0;
  CuGraphNode errorNode = nullptr, errorFromNode = nullptr;
};

} // namespace pstudio
