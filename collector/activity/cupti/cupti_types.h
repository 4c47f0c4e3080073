// SPDX-License-Identifier: Apache-2.0
// The types and numbers of CUPTI that this folder uses, declared here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pstudio::cupti {

// cupti_api_check.cpp compares everything below with the vendor's headers where they are installed.

/// The result of every function of CUPTI. The library provides the names of all values.
enum class CuptiResult : int {
  Success = 0,
  InvalidParameter = 1,
  OutOfMemory = 8,
  NotCompatible = 14,
  NotInitialized = 15,
  InvalidMetricName = 17,
  MaxLimitReached = 12,
  InvalidKind = 21,
  HardwareBusy = 26,
  NotSupported = 27,
  VirtualizedDeviceNotSupported = 33,
  InsufficientPrivileges = 35,
  MultipleSubscribersNotSupported = 39,
  VirtualizedDeviceInsufficientPrivileges = 40,
  ConfidentialComputingNotSupported = 41,
  CmpDeviceNotSupported = 42,
  MigDeviceNotSupported = 43,
  WslDeviceNotSupported = 45,
  Unknown = 999,
};

enum class ActivityKind : uint32_t {
  Memcpy = 1,
  Memset = 2,
  Driver = 4,
  ConcurrentKernel = 10,
};

enum class CallbackDomain : uint32_t { DriverApi = 1, Resource = 3 };
enum class CallbackSite : uint32_t { Enter = 0, Exit = 1 };

/// Numbers of the driver's functions. They never change.
enum class DriverCall : uint32_t {
  CtxPushCurrentOld = 14,
  CtxPopCurrentOld = 15,
  EventQuery = 120,
  StreamQuery = 125,
  CtxGetCurrent = 304,
  LaunchKernel = 307,
  CtxPushCurrent = 323,
  CtxPopCurrent = 324,
  GetErrorString = 372,
  GetErrorName = 373,
  LaunchCooperativeKernel = 477,
  LaunchKernelEx = 652,
};

inline constexpr uint32_t kModuleLoaded = 6; ///< of CallbackDomain::Resource
inline constexpr uint32_t kFlushForced = 1;  ///< records of unfinished work, too

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
// version, and are aligned to 8 bytes only as a whole. The offsets below hold from CUDA 11.8 on.

/// CUpti_ActivityKernel8 and newer.
struct KernelOffsets {
  static constexpr size_t kRegisters = 6; // u16
  static constexpr size_t kStart = 16;    // u64
  static constexpr size_t kEnd = 24;      // u64
  static constexpr size_t kDevice = 40;
  static constexpr size_t kContext = 44;
  static constexpr size_t kStream = 48;
  static constexpr size_t kGrid = 52;  // 3 x i32
  static constexpr size_t kBlock = 64; // 3 x i32
  static constexpr size_t kStaticShared = 76;
  static constexpr size_t kDynamicShared = 80;
  static constexpr size_t kLocalPerThread = 84;
  static constexpr size_t kCorrelation = 92;
  static constexpr size_t kName = 104;    // const char *
  static constexpr size_t kCluster = 176; // 3 x u32
};

/// CUpti_ActivityMemcpy5 and newer.
struct CopyOffsets {
  static constexpr size_t kCopyKind = 4; // u8
  static constexpr size_t kFrom = 5;     // u8
  static constexpr size_t kTo = 6;       // u8
  static constexpr size_t kFlags = 7;    // u8
  static constexpr size_t kBytes = 8;
  static constexpr size_t kStart = 16;
  static constexpr size_t kEnd = 24;
  static constexpr size_t kDevice = 32;
  static constexpr size_t kContext = 36;
  static constexpr size_t kStream = 40;
  static constexpr size_t kCorrelation = 44;
};
inline constexpr uint8_t kCopyIsAsync = 1;

/// CUpti_ActivityMemset4 and newer.
struct MemsetOffsets {
  static constexpr size_t kValue = 4;
  static constexpr size_t kBytes = 8;
  static constexpr size_t kStart = 16;
  static constexpr size_t kEnd = 24;
  static constexpr size_t kDevice = 32;
  static constexpr size_t kContext = 36;
  static constexpr size_t kStream = 40;
  static constexpr size_t kCorrelation = 44;
};

/// CUpti_ActivityAPI.
struct ApiOffsets {
  static constexpr size_t kFunction = 4;
  static constexpr size_t kStart = 8;
  static constexpr size_t kEnd = 16;
  static constexpr size_t kProcess = 24;
  static constexpr size_t kThread = 28;
  static constexpr size_t kCorrelation = 32;
  static constexpr size_t kResult = 36;
};

} // namespace pstudio::cupti
