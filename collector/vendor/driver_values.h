// SPDX-License-Identifier: Apache-2.0
// Types, results and flags of GPU drivers that are the same for CUDA and HIP.
#pragma once

#include <cstdint>

namespace pstudio::gpu {

// X(name, value, the name in cuda.h without CUDA_ERROR_)
#define PSTUDIO_CUDA_ERRORS(X)                                                                     \
  X(InvalidValue, 1, INVALID_VALUE)                                                                \
  X(OutOfMemory, 2, OUT_OF_MEMORY)                                                                 \
  X(NotInitialized, 3, NOT_INITIALIZED)                                                            \
  X(Deinitialized, 4, DEINITIALIZED)                                                               \
  X(StubLibrary, 34, STUB_LIBRARY)                                                                 \
  X(DeviceUnavailable, 46, DEVICE_UNAVAILABLE)                                                     \
  X(NoDevice, 100, NO_DEVICE)                                                                      \
  X(InvalidDevice, 101, INVALID_DEVICE)                                                            \
  X(InvalidImage, 200, INVALID_IMAGE)                                                              \
  X(NoBinaryForGpu, 209, NO_BINARY_FOR_GPU)                                                        \
  X(EccUncorrectable, 214, ECC_UNCORRECTABLE)                                                      \
  X(InvalidPtx, 218, INVALID_PTX)                                                                  \
  X(NvlinkUncorrectable, 220, NVLINK_UNCORRECTABLE)                                                \
  X(JitCompilerNotFound, 221, JIT_COMPILER_NOT_FOUND)                                              \
  X(UnsupportedPtxVersion, 222, UNSUPPORTED_PTX_VERSION)                                           \
  X(JitCompilationDisabled, 223, JIT_COMPILATION_DISABLED)                                         \
  X(Contained, 226, CONTAINED)                                                                     \
  X(OperatingSystem, 304, OPERATING_SYSTEM)                                                        \
  X(NotFound, 500, NOT_FOUND)                                                                      \
  X(NotReady, 600, NOT_READY)                                                                      \
  X(IllegalAddress, 700, ILLEGAL_ADDRESS)                                                          \
  X(LaunchOutOfResources, 701, LAUNCH_OUT_OF_RESOURCES)                                            \
  X(LaunchTimeout, 702, LAUNCH_TIMEOUT)                                                            \
  X(ContextIsDestroyed, 709, CONTEXT_IS_DESTROYED)                                                 \
  X(Assert, 710, ASSERT)                                                                           \
  X(HostMemoryAlreadyRegistered, 712, HOST_MEMORY_ALREADY_REGISTERED)                              \
  X(HardwareStackError, 714, HARDWARE_STACK_ERROR)                                                 \
  X(IllegalInstruction, 715, ILLEGAL_INSTRUCTION)                                                  \
  X(MisalignedAddress, 716, MISALIGNED_ADDRESS)                                                    \
  X(InvalidAddressSpace, 717, INVALID_ADDRESS_SPACE)                                               \
  X(InvalidPc, 718, INVALID_PC)                                                                    \
  X(LaunchFailed, 719, LAUNCH_FAILED)                                                              \
  X(NotPermitted, 800, NOT_PERMITTED)                                                              \
  X(NotSupported, 801, NOT_SUPPORTED)                                                              \
  X(SystemNotReady, 802, SYSTEM_NOT_READY)                                                         \
  X(SystemDriverMismatch, 803, SYSTEM_DRIVER_MISMATCH)                                             \
  X(CompatNotSupportedOnDevice, 804, COMPAT_NOT_SUPPORTED_ON_DEVICE)                               \
  X(CaptureInvalidated, 901, STREAM_CAPTURE_INVALIDATED)                                           \
  X(CaptureUnjoined, 904, STREAM_CAPTURE_UNJOINED)                                                 \
  X(ExternalDevice, 911, EXTERNAL_DEVICE)                                                          \
  X(InvalidClusterSize, 912, INVALID_CLUSTER_SIZE)                                                 \
  X(Unknown, 999, UNKNOWN)

/// A constant of a list whose rows are X(name, value, the vendor's name).
#define PSTUDIO_VENDOR_VALUE(name, value, ...) name = value,

/// Result code of nearly every driver function. HIP uses the numbers of CUDA;
/// tests/collector/vendor compares them with the vendors' headers. Values without a name here are
/// passed on unchanged: the driver provides their names.
enum class DriverResult : int {
  Success = 0,
  PSTUDIO_CUDA_ERRORS(PSTUDIO_VENDOR_VALUE)
  // HIP only
  InvalidConfiguration = 9,
  InsufficientDriver = 35,
  InvalidDeviceFunction = 98,
  InvalidKernelFile = 218,
  SharedObjectInitFailed = 303,
  RuntimeMemory = 1052,
  RuntimeOther = 1053,
};

/// A stream or an event of the driver.
using Handle = void *;
using DeviceAddress = uint64_t;

inline constexpr unsigned kStreamNonBlocking = 1;
inline constexpr unsigned kEventDefault = 0;
inline constexpr unsigned kEventDisableTiming = 2;
inline constexpr unsigned kHostMemoryDefault = 0;
inline constexpr unsigned kHostMemoryMapped = 2;

} // namespace pstudio::gpu
