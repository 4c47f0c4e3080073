// SPDX-License-Identifier: Apache-2.0
// The functions of the CUDA driver that this folder calls, under the names that the library
// exports.
#pragma once

#include "collector/runtime/cuda/driver_types.h"
#include "collector/runtime/library_function.h"

namespace pstudio::cuda {

/// Named with the version suffix of the library; versions are the API's: 11060 is 11.6.
template <class Signature> using DriverFunction = LibraryFunction<Signature>;

// X(name in the library, first version, required, parameters...): the one list from which the table
// below, the loader and the comparison with the vendor's header are made. The suffix _v2 belongs to
// the name: without it the library has a function of the 32-bit era.
#define PSTUDIO_CUDA_FUNCTIONS(X)                                                                  \
  X(cuInit, 2000, true, unsigned)                                                                  \
  X(cuDriverGetVersion, 2020, true, int *)                                                         \
  X(cuGetErrorName, 6000, true, CuResult, const char **)                                           \
  X(cuGetErrorString, 6000, true, CuResult, const char **)                                         \
  X(cuDeviceGetCount, 2000, true, int *)                                                           \
  X(cuDeviceGet, 2000, true, CuDevice *, int)                                                      \
  X(cuDeviceGetName, 2000, true, char *, int, CuDevice)                                            \
  X(cuDeviceGetAttribute, 2000, true, int *, CuDeviceAttribute, CuDevice)                          \
  X(cuDeviceTotalMem_v2, 3020, true, size_t *, CuDevice)                                           \
  X(cuCtxCreate_v2, 3020, true, CuContext *, unsigned, CuDevice)                                   \
  X(cuCtxDestroy_v2, 4000, true, CuContext)                                                        \
  X(cuCtxPushCurrent_v2, 4000, true, CuContext)                                                    \
  X(cuCtxPopCurrent_v2, 4000, true, CuContext *)                                                   \
  X(cuMemGetInfo_v2, 3020, true, size_t *, size_t *)                                               \
  X(cuMemAlloc_v2, 3020, true, CuDevicePointer *, size_t)                                          \
  X(cuMemFree_v2, 3020, true, CuDevicePointer)                                                     \
  X(cuMemHostAlloc, 2020, true, void **, size_t, unsigned)                                         \
  X(cuMemHostGetDevicePointer_v2, 3020, true, CuDevicePointer *, void *, unsigned)                 \
  X(cuMemFreeHost, 2000, true, void *)                                                             \
  X(cuMemAllocManaged, 6000, true, CuDevicePointer *, size_t, unsigned)                            \
  X(cuMemHostRegister_v2, 6050, true, void *, size_t, unsigned)                                    \
  X(cuMemHostUnregister, 4000, true, void *)                                                       \
  X(cuMemcpyAsync, 4000, true, CuDevicePointer, CuDevicePointer, size_t, CuStream)                 \
  X(cuMemsetD16Async, 3020, true, CuDevicePointer, unsigned short, size_t, CuStream)               \
  X(cuMemsetD32Async, 3020, true, CuDevicePointer, unsigned, size_t, CuStream)                     \
  X(cuMemcpyHtoDAsync_v2, 3020, true, CuDevicePointer, const void *, size_t, CuStream)             \
  X(cuMemcpyDtoHAsync_v2, 3020, true, void *, CuDevicePointer, size_t, CuStream)                   \
  X(cuMemsetD8Async, 3020, true, CuDevicePointer, unsigned char, size_t, CuStream)                 \
  X(cuModuleLoadDataEx, 2010, true, CuModule *, const void *, unsigned, CuJitOption *, void **)    \
  X(cuModuleUnload, 2000, true, CuModule)                                                          \
  X(cuModuleGetFunction, 2000, true, CuFunction *, CuModule, const char *)                         \
  X(cuModuleGetGlobal_v2, 3020, true, CuDevicePointer *, size_t *, CuModule, const char *)         \
  X(cuFuncGetAttribute, 2020, true, int *, CuFunctionAttribute, CuFunction)                        \
  X(cuFuncSetAttribute, 9000, true, CuFunction, CuFunctionAttribute, int)                          \
  X(cuLaunchKernel, 4000, true, CuFunction, unsigned, unsigned, unsigned, unsigned, unsigned,      \
    unsigned, unsigned, CuStream, void **, void **)                                                \
  X(cuStreamCreate, 2000, true, CuStream *, unsigned)                                              \
  X(cuStreamDestroy_v2, 4000, true, CuStream)                                                      \
  X(cuStreamQuery, 2000, true, CuStream)                                                           \
  X(cuStreamSynchronize, 2000, true, CuStream)                                                     \
  X(cuEventCreate, 2000, true, CuEvent *, unsigned)                                                \
  X(cuEventDestroy_v2, 4000, true, CuEvent)                                                        \
  X(cuEventRecord, 2000, true, CuEvent, CuStream)                                                  \
  X(cuEventQuery, 2000, true, CuEvent)                                                             \
  X(cuEventElapsedTime, 2000, true, float *, CuEvent, CuEvent)                                     \
  X(cuLaunchKernelEx, 11060, false, const CuLaunchConfig *, CuFunction, void **, void **)          \
  X(cuOccupancyMaxActiveClusters, 11070, false, int *, CuFunction, const CuLaunchConfig *)         \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050, false, int *, CuFunction, int, size_t)      \
  X(cuTensorMapEncodeTiled, 12000, false, void *, CuTensorMapDataType, unsigned, void *,           \
    const uint64_t *, const uint64_t *, const unsigned *, const unsigned *, CuTensorMapInterleave, \
    CuTensorMapSwizzle, CuTensorMapL2Promotion, CuTensorMapFill)                                   \
  X(cuFuncGetParamInfo, 12040, false, CuFunction, size_t, size_t *, size_t *)

/// The functions of one opened driver. [thread: any, as the driver says]
struct DriverApi {
#define PSTUDIO_CUDA_MEMBER(name, since, required, ...)                                            \
  DriverFunction<CuResult(__VA_ARGS__)> name{#name, since, required};
  PSTUDIO_CUDA_FUNCTIONS(PSTUDIO_CUDA_MEMBER)
#undef PSTUDIO_CUDA_MEMBER
};

/// Calls `visit(function)` for each function of the table, in its order.
template <class Api, class Visit> void forEachFunction(Api &api, Visit visit) {
#define PSTUDIO_CUDA_VISIT(name, ...) visit(api.name);
  PSTUDIO_CUDA_FUNCTIONS(PSTUDIO_CUDA_VISIT)
#undef PSTUDIO_CUDA_VISIT
}

} // namespace pstudio::cuda
