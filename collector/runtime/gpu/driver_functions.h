// SPDX-License-Identifier: Apache-2.0
// The functions of a GPU's driver that have one form for every vendor, and the numbers that they
// take and return.
#pragma once

#include <cstddef>
#include <cstdint>

#include "collector/runtime/library_function.h"

namespace pstudio::gpu {

/// Result code of nearly every driver function. HIP uses the numbers of CUDA. Each vendor's
/// api_check compares them with the vendor's header. Values without a name here are passed on
/// unchanged: the driver provides their names.
enum class DriverResult : int {
  Success = 0,
  InvalidValue = 1,
  OutOfMemory = 2,
  NotInitialized = 3,
  Deinitialized = 4,
  InvalidConfiguration = 9, ///< HIP only
  StubLibrary = 34,
  InsufficientDriver = 35, ///< HIP only
  DeviceUnavailable = 46,
  InvalidDeviceFunction = 98, ///< HIP only
  NoDevice = 100,
  InvalidDevice = 101,
  InvalidImage = 200,
  NoBinaryForGpu = 209,
  EccUncorrectable = 214,
  InvalidPtx = 218,        ///< CUDA only
  InvalidKernelFile = 218, ///< HIP only
  NvlinkUncorrectable = 220,
  JitCompilerNotFound = 221,
  UnsupportedPtxVersion = 222,
  JitCompilationDisabled = 223,
  Contained = 226,
  SharedObjectInitFailed = 303, ///< HIP only
  OperatingSystem = 304,
  NotFound = 500,
  NotReady = 600,
  IllegalAddress = 700,
  LaunchOutOfResources = 701,
  LaunchTimeout = 702,
  ContextIsDestroyed = 709,
  Assert = 710,
  HostMemoryAlreadyRegistered = 712,
  HardwareStackError = 714,
  IllegalInstruction = 715,
  MisalignedAddress = 716,
  InvalidAddressSpace = 717,
  InvalidPc = 718,
  LaunchFailed = 719,
  NotPermitted = 800,
  NotSupported = 801,
  SystemNotReady = 802,
  SystemDriverMismatch = 803,
  CompatNotSupportedOnDevice = 804,
  ExternalDevice = 911,
  InvalidClusterSize = 912,
  Unknown = 999,
  RuntimeMemory = 1052, ///< HIP only
  RuntimeOther = 1053,  ///< HIP only
};

/// A stream or an event of the driver.
using Handle = void *;
using DeviceAddress = uint64_t;

inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kEventDefault = 0;
inline constexpr unsigned kEventDisableTiming = 2;
inline constexpr unsigned kHostMemoryDefault = 0;
inline constexpr unsigned kHostMemoryMapped = 2;

template <class... Parameters> using DriverFunction = LibraryFunction<DriverResult(Parameters...)>;

/// Functions of one opened driver. Sizes are in bytes. [thread: any, as the driver allows]
struct DriverFunctions {
  DriverFunction<DeviceAddress *, size_t> allocate;
  DriverFunction<DeviceAddress> free;
  DriverFunction<size_t *, size_t *> memoryInfo; ///< free, total
  DriverFunction<void **, size_t, unsigned> allocateHost;
  DriverFunction<DeviceAddress *, void *, unsigned> addressOfHost;
  DriverFunction<void *> freeHost;
  DriverFunction<DeviceAddress, const void *, size_t, Handle> copyToDevice;
  DriverFunction<void *, DeviceAddress, size_t, Handle> copyToHost;
  DriverFunction<DeviceAddress, unsigned char, size_t, Handle> fill;
  DriverFunction<Handle *, unsigned> createStream;
  DriverFunction<Handle> destroyStream;
  DriverFunction<Handle> queryStream;
  DriverFunction<Handle> synchronizeStream;
  DriverFunction<Handle *, unsigned> createEvent;
  DriverFunction<Handle> destroyEvent;
  DriverFunction<Handle, Handle> recordEvent; ///< event, stream
  DriverFunction<Handle> queryEvent;
  DriverFunction<float *, Handle, Handle> elapsedTime; ///< in milliseconds
};

} // namespace pstudio::gpu
