// SPDX-License-Identifier: Apache-2.0
// Types and numbers of CUPTI that this project uses, and where its records have their fields.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collector/vendor/driver_values.h"

namespace pstudio::cupti {

// tests/collector/vendor/cupti_check.cpp compares everything below with the vendor's headers where
// they are installed. The lists of values contain X(name, value, the end of the vendor's name).

#define PSTUDIO_CUPTI_ERRORS(X)                                                                    \
  X(InvalidParameter, 1, INVALID_PARAMETER)                                                        \
  X(OutOfMemory, 8, OUT_OF_MEMORY)                                                                 \
  X(MaxLimitReached, 12, MAX_LIMIT_REACHED)                                                        \
  X(NotCompatible, 14, NOT_COMPATIBLE)                                                             \
  X(NotInitialized, 15, NOT_INITIALIZED)                                                           \
  X(InvalidMetricName, 17, INVALID_METRIC_NAME)                                                    \
  X(InvalidKind, 21, INVALID_KIND)                                                                 \
  X(HardwareBusy, 26, HARDWARE_BUSY)                                                               \
  X(NotSupported, 27, NOT_SUPPORTED)                                                               \
  X(VirtualizedDeviceNotSupported, 33, VIRTUALIZED_DEVICE_NOT_SUPPORTED)                           \
  X(InsufficientPrivileges, 35, INSUFFICIENT_PRIVILEGES)                                           \
  X(MultipleSubscribersNotSupported, 39, MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)                       \
  X(VirtualizedDeviceInsufficientPrivileges, 40, VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES)       \
  X(ConfidentialComputingNotSupported, 41, CONFIDENTIAL_COMPUTING_NOT_SUPPORTED)                   \
  X(CmpDeviceNotSupported, 42, CMP_DEVICE_NOT_SUPPORTED)                                           \
  X(MigDeviceNotSupported, 43, MIG_DEVICE_NOT_SUPPORTED)                                           \
  X(WslDeviceNotSupported, 45, WSL_DEVICE_NOT_SUPPORTED)                                           \
  X(Unknown, 999, UNKNOWN)
/// The result of every function of CUPTI. The library provides the names of all values.
enum class CuptiResult : int { Success = 0, PSTUDIO_CUPTI_ERRORS(PSTUDIO_VENDOR_VALUE) };

// ConcurrentKernel does not serialize kernels. PeerCopy is a copy between devices.
#define PSTUDIO_CUPTI_ACTIVITY_KINDS(X)                                                            \
  X(Memcpy, 1, MEMCPY)                                                                             \
  X(Memset, 2, MEMSET)                                                                             \
  X(Driver, 4, DRIVER)                                                                             \
  X(ConcurrentKernel, 10, CONCURRENT_KERNEL)                                                       \
  X(PeerCopy, 22, MEMCPY2)                                                                         \
  X(ExternalCorrelation, 39, EXTERNAL_CORRELATION)
enum class ActivityKind : uint32_t { PSTUDIO_CUPTI_ACTIVITY_KINDS(PSTUDIO_VENDOR_VALUE) };

enum class CallbackDomain : uint32_t { DriverApi = 1, Resource = 3 };
enum class CallbackSite : uint32_t { Enter = 0, Exit = 1 };

// Numbers of the driver's functions. They never change.
#define PSTUDIO_CUPTI_DRIVER_CALLS(X)                                                              \
  X(CtxPushCurrentOld, 14, cuCtxPushCurrent)                                                       \
  X(CtxPopCurrentOld, 15, cuCtxPopCurrent)                                                         \
  X(EventQuery, 120, cuEventQuery)                                                                 \
  X(StreamQuery, 125, cuStreamQuery)                                                               \
  X(CtxGetCurrent, 304, cuCtxGetCurrent)                                                           \
  X(LaunchKernel, 307, cuLaunchKernel)                                                             \
  X(CtxPushCurrent, 323, cuCtxPushCurrent_v2)                                                      \
  X(CtxPopCurrent, 324, cuCtxPopCurrent_v2)                                                        \
  X(GetErrorString, 372, cuGetErrorString)                                                         \
  X(GetErrorName, 373, cuGetErrorName)                                                             \
  X(LaunchCooperativeKernel, 477, cuLaunchCooperativeKernel)                                       \
  X(LaunchKernelEx, 652, cuLaunchKernelEx)
enum class DriverCall : uint32_t { PSTUDIO_CUPTI_DRIVER_CALLS(PSTUDIO_VENDOR_VALUE) };

inline constexpr uint32_t kModuleLoaded = 6; ///< of CallbackDomain::Resource
inline constexpr uint32_t kFlushForced = 1;  ///< records of unfinished work, too
inline constexpr uint8_t kCopyIsAsync = 1;
/// CUpti_ExternalCorrelationKind CUSTOM2: PyTorch and Triton Proton use CUSTOM0 and CUSTOM1.
inline constexpr uint32_t kOurCorrelation = 5;

using Subscriber = void *;
using TimestampFunction = uint64_t (*)();
using BufferRequested = void (*)(uint8_t **buffer, size_t *size, size_t *maxRecords);
using BufferCompleted = void (*)(void *context, uint32_t stream, uint8_t *buffer, size_t size,
                                 size_t validSize);
using Callback = void (*)(void *userData, CallbackDomain domain, uint32_t id, const void *data);

/// CUpti_CallbackData: a call of the driver's API.
struct CallbackData {
  CallbackSite site;
  const char *functionName;
  const void *parameters;
  void *returnValue;
  const char *symbolName;
  void *context;
  uint32_t contextUid;
  uint64_t *correlationData;
  uint32_t correlationId;
};

/// CUpti_ResourceData and, for a loaded module, CUpti_ModuleResourceData.
struct ResourceData {
  void *context;
  void *handle;
  void *descriptor;
};
struct ModuleData {
  uint32_t moduleId;
  size_t cubinSize;
  const char *cubin;
};

// Records are read at byte offsets, never as structs: they grow at their ends from version to
// version, and are aligned to 8 bytes only as a whole. The offsets hold from CUDA 11.8 on, those of
// copies between devices from 12.0 on. The lists contain X(name, offset, the vendor's field,
// bytes).
#define PSTUDIO_VENDOR_OFFSET(name, offset, ...) static constexpr size_t name = offset;

#define PSTUDIO_CUPTI_KERNEL_FIELDS(X)                                                             \
  X(kRegisters, 6, registersPerThread, 2)                                                          \
  X(kStart, 16, start, 8)                                                                          \
  X(kEnd, 24, end, 8)                                                                              \
  X(kDevice, 40, deviceId, 4)                                                                      \
  X(kContext, 44, contextId, 4)                                                                    \
  X(kStream, 48, streamId, 4)                                                                      \
  X(kGrid, 52, gridX, 4)                                                                           \
  X(kBlock, 64, blockX, 4)                                                                         \
  X(kStaticShared, 76, staticSharedMemory, 4)                                                      \
  X(kDynamicShared, 80, dynamicSharedMemory, 4)                                                    \
  X(kLocalPerThread, 84, localMemoryPerThread, 4)                                                  \
  X(kCorrelation, 92, correlationId, 4)                                                            \
  X(kName, 104, name, 8)                                                                           \
  X(kGraphNode, 144, graphNodeId, 8)                                                               \
  X(kCluster, 176, clusterX, 4)
/// CUpti_ActivityKernel8 and newer. kGrid, kBlock and kCluster begin three numbers, kName is a
/// const char *.
struct KernelOffsets {
  PSTUDIO_CUPTI_KERNEL_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_WORK_FIELDS(X)                                                               \
  X(kBytes, 8, bytes, 8)                                                                           \
  X(kStart, 16, start, 8)                                                                          \
  X(kEnd, 24, end, 8)                                                                              \
  X(kDevice, 32, deviceId, 4)                                                                      \
  X(kContext, 36, contextId, 4)                                                                    \
  X(kStream, 40, streamId, 4)
#define PSTUDIO_CUPTI_COPY_FIELDS(X)                                                               \
  X(kDirection, 4, copyKind, 1)                                                                    \
  X(kSource, 5, srcKind, 1)                                                                        \
  X(kTarget, 6, dstKind, 1)                                                                        \
  X(kFlags, 7, flags, 1)                                                                           \
  PSTUDIO_CUPTI_WORK_FIELDS(X)
#define PSTUDIO_CUPTI_ONE_DEVICE_FIELDS(X)                                                         \
  X(kCorrelation, 44, correlationId, 4)                                                            \
  X(kGraphNode, 64, graphNodeId, 8)
/// CUpti_ActivityMemcpy5 and newer.
struct CopyOffsets {
  PSTUDIO_CUPTI_COPY_FIELDS(PSTUDIO_VENDOR_OFFSET)
  PSTUDIO_CUPTI_ONE_DEVICE_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_PEER_FIELDS(X)                                                               \
  X(kCorrelation, 60, correlationId, 4)                                                            \
  X(kGraphNode, 72, graphNodeId, 8)
/// CUpti_ActivityMemcpyPtoP3 and newer: as a copy, with both devices before the correlation.
struct PeerCopyOffsets {
  PSTUDIO_CUPTI_COPY_FIELDS(PSTUDIO_VENDOR_OFFSET)
  PSTUDIO_CUPTI_PEER_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_MEMSET_FIELDS(X)                                                             \
  X(kValue, 4, value, 4)                                                                           \
  PSTUDIO_CUPTI_WORK_FIELDS(X)                                                                     \
  X(kMemory, 50, memoryKind, 2)                                                                    \
  PSTUDIO_CUPTI_ONE_DEVICE_FIELDS(X)
/// CUpti_ActivityMemset4 and newer.
struct MemsetOffsets {
  PSTUDIO_CUPTI_MEMSET_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_API_FIELDS(X)                                                                \
  X(kFunction, 4, cbid, 4)                                                                         \
  X(kStart, 8, start, 8)                                                                           \
  X(kEnd, 16, end, 8)                                                                              \
  X(kProcess, 24, processId, 4)                                                                    \
  X(kThread, 28, threadId, 4)                                                                      \
  X(kCorrelation, 32, correlationId, 4)                                                            \
  X(kResult, 36, returnValue, 4)
/// CUpti_ActivityAPI.
struct ApiOffsets {
  PSTUDIO_CUPTI_API_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

#define PSTUDIO_CUPTI_EXTERNAL_FIELDS(X)                                                           \
  X(kKind, 4, externalKind, 4)                                                                     \
  X(kLaunch, 8, externalId, 8)                                                                     \
  X(kCorrelation, 16, correlationId, 4)
/// CUpti_ActivityExternalCorrelation.
struct ExternalOffsets {
  PSTUDIO_CUPTI_EXTERNAL_FIELDS(PSTUDIO_VENDOR_OFFSET)
};

} // namespace pstudio::cupti
