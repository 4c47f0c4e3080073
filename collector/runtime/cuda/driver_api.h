// SPDX-License-Identifier: Apache-2.0
// The functions of the CUDA driver that this folder calls, under the names that the library
// exports.
#pragma once

#include "collector/vendor/cuda_functions.h"

namespace pstudio::cuda {

// Rows as in cuda_functions.h: the one list from which the table below, the loader, the tests' fake
// and the comparison with the vendor's header are made.
#define PSTUDIO_CUDA_FUNCTIONS(X)                                                                  \
  PSTUDIO_CUDA_COMMON_FUNCTIONS(X)                                                                 \
  X(cuInit, 2000, true, CuResult, unsigned)                                                        \
  X(cuDriverGetVersion, 2020, true, CuResult, int *)                                               \
  X(cuGetErrorString, 6000, true, CuResult, CuResult, const char **)                               \
  X(cuDeviceGetCount, 2000, true, CuResult, int *)                                                 \
  X(cuDeviceGet, 2000, true, CuResult, CuDevice *, int)                                            \
  X(cuDeviceTotalMem_v2, 3020, true, CuResult, size_t *, CuDevice)                                 \
  X(cuCtxCreate_v2, 3020, true, CuResult, CuContext *, unsigned, CuDevice)                         \
  X(cuCtxDestroy_v2, 4000, true, CuResult, CuContext)                                              \
  X(cuMemGetInfo_v2, 3020, true, CuResult, size_t *, size_t *)                                     \
  X(cuMemHostAlloc, 2020, true, CuResult, void **, size_t, unsigned)                               \
  X(cuMemHostGetDevicePointer_v2, 3020, true, CuResult, CuDevicePointer *, void *, unsigned)       \
  X(cuMemFreeHost, 2000, true, CuResult, void *)                                                   \
  X(cuMemAllocManaged, 6000, true, CuResult, CuDevicePointer *, size_t, unsigned)                  \
  X(cuMemHostRegister_v2, 6050, true, CuResult, void *, size_t, unsigned)                          \
  X(cuMemHostUnregister, 4000, true, CuResult, void *)                                             \
  X(cuMemcpyAsync, 4000, true, CuResult, CuDevicePointer, CuDevicePointer, size_t, CuStream)       \
  X(cuMemsetD16Async, 3020, true, CuResult, CuDevicePointer, unsigned short, size_t, CuStream)     \
  X(cuMemsetD32Async, 3020, true, CuResult, CuDevicePointer, unsigned, size_t, CuStream)           \
  X(cuMemcpyHtoDAsync_v2, 3020, true, CuResult, CuDevicePointer, const void *, size_t, CuStream)   \
  X(cuModuleLoadDataEx, 2010, true, CuResult, CuModule *, const void *, unsigned, CuJitOption *,   \
    void **)                                                                                       \
  X(cuModuleGetGlobal_v2, 3020, true, CuResult, CuDevicePointer *, size_t *, CuModule,             \
    const char *)                                                                                  \
  X(cuLaunchKernel, 4000, true, CuResult, CuFunction, unsigned, unsigned, unsigned, unsigned,      \
    unsigned, unsigned, unsigned, CuStream, void **, void **)                                      \
  X(cuStreamDestroy_v2, 4000, true, CuResult, CuStream)                                            \
  X(cuStreamQuery, 2000, true, CuResult, CuStream)                                                 \
  X(cuEventElapsedTime, 2000, true, CuResult, float *, CuEvent, CuEvent)                           \
  X(cuLaunchKernelEx, 11060, false, CuResult, const CuLaunchConfig *, CuFunction, void **,         \
    void **)                                                                                       \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050, false, CuResult, int *, CuFunction, int,    \
    size_t)                                                                                        \
  X(cuTensorMapEncodeTiled, 12000, false, CuResult, void *, CuTensorMapDataType, unsigned, void *, \
    const uint64_t *, const uint64_t *, const unsigned *, const unsigned *, CuTensorMapInterleave, \
    CuTensorMapSwizzle, CuTensorMapL2Promotion, CuTensorMapFill)

/// The functions of one opened driver. [thread: any, as the driver allows]
PSTUDIO_LIBRARY_API(DriverApi, PSTUDIO_CUDA_FUNCTIONS)

} // namespace pstudio::cuda
