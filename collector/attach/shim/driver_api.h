// SPDX-License-Identifier: Apache-2.0
// The functions of the driver that the shim itself calls, as libcuda exports them.
#pragma once

#include <string>

#include "collector/attach/shim/driver_types.h"

namespace pstudio::attach {

// X(name in the library, whether no twin is launched without it, parameters...)
#define PSTUDIO_ATTACH_DRIVER(X)                                                                   \
  X(cuDriverGetVersion, false, int *)                                                              \
  X(cuGetErrorName, true, CuResult, const char **)                                                 \
  X(cuCtxGetCurrent, true, CuContext *)                                                            \
  X(cuCtxGetDevice, true, CuDevice *)                                                              \
  X(cuCtxGetId, true, CuContext, uint64_t *)                                                       \
  X(cuCtxPushCurrent_v2, true, CuContext)                                                          \
  X(cuCtxPopCurrent_v2, true, CuContext *)                                                         \
  X(cuDeviceGetName, true, char *, int, CuDevice)                                                  \
  X(cuDeviceGetAttribute, true, int *, int, CuDevice)                                              \
  X(cuMemAlloc_v2, true, CuDevicePointer *, size_t)                                                \
  X(cuMemFree_v2, true, CuDevicePointer)                                                           \
  X(cuMemAllocAsync, false, CuDevicePointer *, size_t, CuStream)                                   \
  X(cuMemFreeAsync, false, CuDevicePointer, CuStream)                                              \
  X(cuMemGetInfo_v2, false, size_t *, size_t *)                                                    \
  X(cuMemsetD8Async, true, CuDevicePointer, unsigned char, size_t, CuStream)                       \
  X(cuMemcpyDtoHAsync_v2, true, void *, CuDevicePointer, size_t, CuStream)                         \
  X(cuStreamCreate, true, CuStream *, unsigned)                                                    \
  X(cuStreamSynchronize, true, CuStream)                                                           \
  X(cuStreamWaitEvent, true, CuStream, CuEvent, unsigned)                                          \
  X(cuStreamIsCapturing, true, CuStream, int *)                                                    \
  X(cuThreadExchangeStreamCaptureMode, true, int *)                                                \
  X(cuEventCreate, true, CuEvent *, unsigned)                                                      \
  X(cuEventRecord, true, CuEvent, CuStream)                                                        \
  X(cuEventQuery, true, CuEvent)                                                                   \
  X(cuEventDestroy_v2, true, CuEvent)                                                              \
  X(cuModuleLoadData, true, CuModule *, const void *)                                              \
  X(cuModuleUnload, true, CuModule)                                                                \
  X(cuModuleGetFunction, true, CuFunction *, CuModule, const char *)                               \
  X(cuFuncGetAttribute, true, int *, int, CuFunction)                                              \
  X(cuFuncSetAttribute, true, CuFunction, int, int)                                                \
  X(cuFuncGetParamInfo, false, CuFunction, size_t, size_t *, size_t *)                             \
  X(cuFuncGetName, false, const char **, CuFunction)                                               \
  X(cuFuncGetModule, false, CuModule *, CuFunction)                                                \
  X(cuKernelGetFunction, false, CuFunction *, CuFunction)                                          \
  X(cuKernelGetAttribute, false, int *, int, CuFunction, CuDevice)                                 \
  X(cuKernelGetParamInfo, false, CuFunction, size_t, size_t *, size_t *)                           \
  X(cuKernelGetName, false, const char **, CuFunction)                                             \
  X(cuKernelGetLibrary, false, CuLibrary *, CuFunction)                                            \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, true, int *, CuFunction, int, size_t)             \
  X(cuOccupancyMaxActiveClusters, false, int *, CuFunction, const CuLaunchConfig *)

/// The functions of the loaded driver; null are those that it lacks.
struct DriverApi {
#define PSTUDIO_ATTACH_MEMBER(name, required, ...) CuResult (*name)(__VA_ARGS__) = nullptr;
  PSTUDIO_ATTACH_DRIVER(PSTUDIO_ATTACH_MEMBER)
#undef PSTUDIO_ATTACH_MEMBER
  /// Everything that a twin needs is there.
  bool canRecord = false;

  /// "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY".
  std::string describe(const char *call, CuResult result) const;
};

/// Looks all functions up in `library`, a handle of dlopen. O(functions).
DriverApi loadDriverApi(void *library);

/// While it lives, calls of the thread disturb no stream capture of the program, as some would,
/// from any thread, during a capture in the mode "global".
class CaptureGuard {
public:
  explicit CaptureGuard(const DriverApi &api) : m_api(api) { exchange(); }
  ~CaptureGuard() { exchange(); }
  CaptureGuard(const CaptureGuard &) = delete;
  CaptureGuard &operator=(const CaptureGuard &) = delete;

private:
  void exchange() {
    if (m_api.cuThreadExchangeStreamCaptureMode)
      m_api.cuThreadExchangeStreamCaptureMode(&m_mode);
  }

  const DriverApi &m_api;
  int m_mode = kCuCaptureModeRelaxed;
};

} // namespace pstudio::attach
