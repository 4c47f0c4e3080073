// SPDX-License-Identifier: Apache-2.0
// The functions of the CUDA driver that both the runtime and the library of attach call.
#pragma once

#include "collector/vendor/cuda_types.h"
#include "collector/vendor/library_function.h"

// X(name in the library, first version, required, result, parameters...): rows of the tables of
// functions (PSTUDIO_LIBRARY_API), of the fakes and of the comparison with the vendor's header. The
// suffix _v2 belongs to the name: without it the library has a function of the 32-bit era. Versions
// are as the API counts them: 11060 is 11.6.
#define PSTUDIO_CUDA_COMMON_FUNCTIONS(X)                                                           \
  X(cuGetErrorName, 6000, true, CuResult, CuResult, const char **)                                 \
  X(cuDeviceGetName, 2000, true, CuResult, char *, int, CuDevice)                                  \
  X(cuDeviceGetAttribute, 2000, true, CuResult, int *, CuDeviceAttribute, CuDevice)                \
  X(cuCtxPushCurrent_v2, 4000, true, CuResult, CuContext)                                          \
  X(cuCtxPopCurrent_v2, 4000, true, CuResult, CuContext *)                                         \
  X(cuMemAlloc_v2, 3020, true, CuResult, CuDevicePointer *, size_t)                                \
  X(cuMemFree_v2, 3020, true, CuResult, CuDevicePointer)                                           \
  X(cuMemcpyDtoHAsync_v2, 3020, true, CuResult, void *, CuDevicePointer, size_t, CuStream)         \
  X(cuMemsetD8Async, 3020, true, CuResult, CuDevicePointer, unsigned char, size_t, CuStream)       \
  X(cuModuleUnload, 2000, true, CuResult, CuModule)                                                \
  X(cuModuleGetFunction, 2000, true, CuResult, CuFunction *, CuModule, const char *)               \
  X(cuFuncGetAttribute, 2020, true, CuResult, int *, CuFunctionAttribute, CuFunction)              \
  X(cuFuncSetAttribute, 9000, true, CuResult, CuFunction, CuFunctionAttribute, int)                \
  X(cuStreamCreate, 2000, true, CuResult, CuStream *, unsigned)                                    \
  X(cuStreamSynchronize, 2000, true, CuResult, CuStream)                                           \
  X(cuEventCreate, 2000, true, CuResult, CuEvent *, unsigned)                                      \
  X(cuEventDestroy_v2, 4000, true, CuResult, CuEvent)                                              \
  X(cuEventRecord, 2000, true, CuResult, CuEvent, CuStream)                                        \
  X(cuEventQuery, 2000, true, CuResult, CuEvent)                                                   \
  X(cuOccupancyMaxActiveClusters, 11070, false, CuResult, int *, CuFunction,                       \
    const CuLaunchConfig *)                                                                        \
  X(cuFuncGetParamInfo, 12040, false, CuResult, CuFunction, size_t, size_t *, size_t *)
