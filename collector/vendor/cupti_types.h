// SPDX-License-Identifier: Apache-2.0
// Types and numbers of CUPTI that this project uses.
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

// ConcurrentKernel does not serialize kernels. PeerCopy is a copy between devices. GraphTrace is
// one replay of a graph, in place of its nodes.
#define PSTUDIO_CUPTI_ACTIVITY_KINDS(X)                                                            \
  X(Memcpy, 1, MEMCPY)                                                                             \
  X(Memset, 2, MEMSET)                                                                             \
  X(Driver, 4, DRIVER)                                                                             \
  X(ConcurrentKernel, 10, CONCURRENT_KERNEL)                                                       \
  X(PeerCopy, 22, MEMCPY2)                                                                         \
  X(ExternalCorrelation, 39, EXTERNAL_CORRELATION)                                                 \
  X(GraphTrace, 51, GRAPH_TRACE)
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

} // namespace pstudio::cupti
