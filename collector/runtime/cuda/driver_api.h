// SPDX-License-Identifier: Apache-2.0
// The functions of the CUDA driver that this folder calls, under the names that the library
// exports.
#pragma once

#include "collector/runtime/cuda/driver_types.h"
#include "collector/runtime/library_function.h"

namespace pstudio::cuda {

// X(name in the library, first version, required, result, parameters...): the one list from which
// the table below, the loader and the comparison with the vendor's header are made. The suffix _v2
// belongs to the name: without it the library has a function of the 32-bit era.
#define PSTUDIO_CUDA_FUNCTIONS(X)                                                                  \
  X(cuInit, 2000, true, CuResult, unsigned)                                                        \
  X(cuDriverGetVersion, 2020, true, CuResult, int *)                                               \
  X(cuGetErrorName, 6000, true, CuResult, CuResult, const char **)                                 \
  X(cuGetErrorString, 6000, true, CuResult, CuResult, const char **)                               \
  X(cuDeviceGetCount, 2000, true, CuResult, int *)                                                 \
  X(cuDeviceGet, 2000, true, CuResult, CuDevice *, int)                                            \
  X(cuDeviceGetName, 2000, true, CuResult, char *, int, CuDevice)                                  \
  X(cuDeviceGetAttribute, 2000, true, CuResult, int *, CuDeviceAttribute, CuDevice)                \
  X(cuDeviceTotalMem_v2, 3020, true, CuResult, size_t *, CuDevice)                                 \
  X(cuCtxCreate_v2, 3020, true, CuResult, CuContext *, unsigned, CuDevice)                         \
  X(cuCtxDestroy_v2, 4000, true, CuResult, CuContext)                                              \
  X(cuCtxPushCurrent_v2, 4000, true, CuResult, CuContext)                                          \
  X(cuCtxPopCurrent_v2, 4000, true, CuResult, CuContext *)                                         \
  X(cuMemGetInfo_v2, 3020, true, CuResult, size_t *, size_t *)                                     \
  X(cuMemAlloc_v2, 3020, true, CuResult, CuDevicePointer *, size_t)                                \
  X(cuMemFree_v2, 3020, true, CuResult, CuDevicePointer)                                           \
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
  X(cuMemcpyDtoHAsync_v2, 3020, true, CuResult, void *, CuDevicePointer, size_t, CuStream)         \
  X(cuMemsetD8Async, 3020, true, CuResult, CuDevicePointer, unsigned char, size_t, CuStream)       \
  X(cuModuleLoadDataEx, 2010, true, CuResult, CuModule *, const void *, unsigned, CuJitOption *,   \
    void **)                                                                                       \
  X(cuModuleUnload, 2000, true, CuResult, CuModule)                                                \
  X(cuModuleGetFunction, 2000, true, CuResult, CuFunction *, CuModule, const char *)               \
  X(cuModuleGetGlobal_v2, 3020, true, CuResult, CuDevicePointer *, size_t *, CuModule,             \
    const char *)                                                                                  \
  X(cuFuncGetAttribute, 2020, true, CuResult, int *, CuFunctionAttribute, CuFunction)              \
  X(cuFuncSetAttribute, 9000, true, CuResult, CuFunction, CuFunctionAttribute, int)                \
  X(cuLaunchKernel, 4000, true, CuResult, CuFunction, unsigned, unsigned, unsigned, unsigned,      \
    unsigned, unsigned, unsigned, CuStream, void **, void **)                                      \
  X(cuStreamCreate, 2000, true, CuResult, CuStream *, unsigned)                                    \
  X(cuStreamDestroy_v2, 4000, true, CuResult, CuStream)                                            \
  X(cuStreamQuery, 2000, true, CuResult, CuStream)                                                 \
  X(cuStreamSynchronize, 2000, true, CuResult, CuStream)                                           \
  X(cuEventCreate, 2000, true, CuResult, CuEvent *, unsigned)                                      \
  X(cuEventDestroy_v2, 4000, true, CuResult, CuEvent)                                              \
  X(cuEventRecord, 2000, true, CuResult, CuEvent, CuStream)                                        \
  X(cuEventQuery, 2000, true, CuResult, CuEvent)                                                   \
  X(cuEventElapsedTime, 2000, true, CuResult, float *, CuEvent, CuEvent)                           \
  X(cuLaunchKernelEx, 11060, false, CuResult, const CuLaunchConfig *, CuFunction, void **,         \
    void **)                                                                                       \
  X(cuOccupancyMaxActiveClusters, 11070, false, CuResult, int *, CuFunction,                       \
    const CuLaunchConfig *)                                                                        \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050, false, CuResult, int *, CuFunction, int,    \
    size_t)                                                                                        \
  X(cuTensorMapEncodeTiled, 12000, false, CuResult, void *, CuTensorMapDataType, unsigned, void *, \
    const uint64_t *, const uint64_t *, const unsigned *, const unsigned *, CuTensorMapInterleave, \
    CuTensorMapSwizzle, CuTensorMapL2Promotion, CuTensorMapFill)                                   \
  X(cuFuncGetParamInfo, 12040, false, CuResult, CuFunction, size_t, size_t *, size_t *)

/// The functions of one opened driver, versions as the API counts them: 11060 is 11.6. [thread:
/// any, as the driver allows]
PSTUDIO_LIBRARY_API(DriverApi, PSTUDIO_CUDA_FUNCTIONS)

} // namespace pstudio::cuda
