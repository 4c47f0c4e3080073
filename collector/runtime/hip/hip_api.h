// SPDX-License-Identifier: Apache-2.0
// The functions of the HIP runtime that this folder calls, under the names that the library
// exports.
#pragma once

#include "collector/runtime/hip/hip_types.h"
#include "collector/vendor/library_function.h"

namespace pstudio::hip {

// X(name, first version, required, result, parameters...): the one list from which the table below,
// the loader, the stub of the tests and the comparison with the vendor's header are made. Versions
// are ROCm's: 60000 is 6.0.
#define PSTUDIO_HIP_COMMON_FUNCTIONS(X)                                                            \
  X(hipInit, 50000, true, HipResult, unsigned)                                                     \
  X(hipRuntimeGetVersion, 50000, true, HipResult, int *)                                           \
  X(hipGetErrorName, 50000, true, const char *, HipResult)                                         \
  X(hipGetErrorString, 50000, true, const char *, HipResult)                                       \
  X(hipGetDeviceCount, 50000, true, HipResult, int *)                                              \
  X(hipGetDevice, 50000, true, HipResult, int *)                                                   \
  X(hipSetDevice, 50000, true, HipResult, int)                                                     \
  X(hipDeviceGetName, 50000, true, HipResult, char *, int, HipDevice)                              \
  X(hipDeviceGetAttribute, 50000, true, HipResult, int *, HipDeviceAttribute, HipDevice)           \
  X(hipDeviceTotalMem, 50000, true, HipResult, size_t *, HipDevice)                                \
  X(hipMemGetInfo, 50000, true, HipResult, size_t *, size_t *)                                     \
  X(hipMalloc, 50000, true, HipResult, HipPointer *, size_t)                                       \
  X(hipFree, 50000, true, HipResult, HipPointer)                                                   \
  X(hipHostMalloc, 50000, true, HipResult, void **, size_t, unsigned)                              \
  X(hipHostGetDevicePointer, 50000, true, HipResult, HipPointer *, void *, unsigned)               \
  X(hipHostFree, 50000, true, HipResult, void *)                                                   \
  X(hipMemcpyHtoDAsync, 50000, true, HipResult, HipPointer, const void *, size_t, HipStream)       \
  X(hipMemcpyDtoHAsync, 50000, true, HipResult, void *, HipPointer, size_t, HipStream)             \
  X(hipMemsetD8Async, 50000, true, HipResult, HipPointer, unsigned char, size_t, HipStream)        \
  X(hipModuleLoadData, 50000, true, HipResult, HipModule *, const void *)                          \
  X(hipModuleUnload, 50000, true, HipResult, HipModule)                                            \
  X(hipModuleGetFunction, 50000, true, HipResult, HipFunction *, HipModule, const char *)          \
  X(hipModuleLaunchKernel, 50000, true, HipResult, HipFunction, unsigned, unsigned, unsigned,      \
    unsigned, unsigned, unsigned, unsigned, HipStream, void **, void **)                           \
  X(hipStreamCreateWithFlags, 50000, true, HipResult, HipStream *, unsigned)                       \
  X(hipStreamDestroy, 50000, true, HipResult, HipStream)                                           \
  X(hipStreamQuery, 50000, true, HipResult, HipStream)                                             \
  X(hipStreamSynchronize, 50000, true, HipResult, HipStream)                                       \
  X(hipEventCreateWithFlags, 50000, true, HipResult, HipEvent *, unsigned)                         \
  X(hipEventDestroy, 50000, true, HipResult, HipEvent)                                             \
  X(hipEventRecord, 50000, true, HipResult, HipEvent, HipStream)                                   \
  X(hipEventQuery, 50000, true, HipResult, HipEvent)                                               \
  X(hipEventElapsedTime, 50000, true, HipResult, float *, HipEvent, HipEvent)

// One for each layout of the structure (HipPropertyLayout).
#define PSTUDIO_HIP_FUNCTIONS(X)                                                                   \
  PSTUDIO_HIP_COMMON_FUNCTIONS(X)                                                                  \
  X(hipGetDeviceProperties, 50000, false, HipResult, void *, int)                                  \
  X(hipGetDevicePropertiesR0600, 60000, false, HipResult, void *, int)

/// The functions of one opened library. [thread: any, as HIP says]
PSTUDIO_LIBRARY_API(HipApi, PSTUDIO_HIP_FUNCTIONS)

} // namespace pstudio::hip
