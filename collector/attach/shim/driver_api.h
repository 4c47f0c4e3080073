// SPDX-License-Identifier: Apache-2.0
// The functions of the driver that the shim itself calls, as libcuda exports them.
#pragma once

#include <string>

#include "collector/vendor/cuda_functions.h"

namespace pstudio::attach {

// Rows as in cuda_functions.h. No twin is launched without the required ones.
#define PSTUDIO_ATTACH_DRIVER(X)                                                                   \
  PSTUDIO_CUDA_COMMON_FUNCTIONS(X)                                                                 \
  X(cuDeviceGetCount, 2000, false, CuResult, int *)                                                \
  X(cuDeviceGet, 2000, false, CuResult, CuDevice *, int)                                           \
  X(cuDeviceGetUuid_v2, 11040, false, CuResult, CuUuid *, CuDevice)                                \
  X(cuDriverGetVersion, 2020, false, CuResult, int *)                                              \
  X(cuCtxGetCurrent, 4000, true, CuResult, CuContext *)                                            \
  X(cuCtxGetDevice, 2000, true, CuResult, CuDevice *)                                              \
  X(cuCtxGetId, 12000, true, CuResult, CuContext, uint64_t *)                                      \
  X(cuMemAllocAsync, 11020, false, CuResult, CuDevicePointer *, size_t, CuStream)                  \
  X(cuMemFreeAsync, 11020, false, CuResult, CuDevicePointer, CuStream)                             \
  X(cuMemcpyHtoDAsync_v2, 3020, false, CuResult, CuDevicePointer, const void *, size_t, CuStream)  \
  X(cuMemcpyDtoDAsync_v2, 3020, false, CuResult, CuDevicePointer, CuDevicePointer, size_t,         \
    CuStream)                                                                                      \
  X(cuMemGetInfo_v2, 3020, false, CuResult, size_t *, size_t *)                                    \
  X(cuStreamWaitEvent, 3020, true, CuResult, CuStream, CuEvent, unsigned)                          \
  X(cuStreamIsCapturing, 10000, true, CuResult, CuStream, int *)                                   \
  X(cuThreadExchangeStreamCaptureMode, 10010, true, CuResult, int *)                               \
  X(cuModuleLoadData, 2000, true, CuResult, CuModule *, const void *)                              \
  X(cuModuleGetGlobal_v2, 3020, false, CuResult, CuDevicePointer *, size_t *, CuModule,            \
    const char *)                                                                                  \
  X(cuFuncGetName, 12030, false, CuResult, const char **, CuFunction)                              \
  X(cuFuncGetModule, 11000, false, CuResult, CuModule *, CuFunction)                               \
  X(cuKernelGetFunction, 12000, false, CuResult, CuFunction *, CuFunction)                         \
  X(cuKernelGetAttribute, 12000, false, CuResult, int *, CuFunctionAttribute, CuFunction,          \
    CuDevice)                                                                                      \
  X(cuKernelGetParamInfo, 12040, false, CuResult, CuFunction, size_t, size_t *, size_t *)          \
  X(cuKernelGetName, 12030, false, CuResult, const char **, CuFunction)                            \
  X(cuKernelGetLibrary, 12050, false, CuResult, CuLibrary *, CuFunction)                           \
  X(cuLibraryGetGlobal, 12000, false, CuResult, CuDevicePointer *, size_t *, CuLibrary,            \
    const char *)                                                                                  \
  X(cuLibraryGetManaged, 12000, false, CuResult, CuDevicePointer *, size_t *, CuLibrary,           \
    const char *)                                                                                  \
  X(cuOccupancyMaxActiveBlocksPerMultiprocessor, 6050, true, CuResult, int *, CuFunction, int,     \
    size_t)                                                                                        \
  X(cuGraphGetNodes, 10000, false, CuResult, CuGraph, CuGraphNode *, size_t *)                     \
  X(cuGraphNodeGetType, 10000, false, CuResult, CuGraphNode, int *)                                \
  X(cuGraphNodeGetDependencies_v2, 12030, false, CuResult, CuGraphNode, CuGraphNode *,             \
    CuGraphEdgeData *, size_t *)                                                                   \
  X(cuGraphNodeFindInClone, 10000, false, CuResult, CuGraphNode *, CuGraphNode, CuGraph)           \
  X(cuStreamGetCaptureInfo_v3, 12030, false, CuResult, CuStream, int *, uint64_t *, CuGraph *,     \
    const CuGraphNode **, const CuGraphEdgeData **, size_t *)                                      \
  X(cuGraphChildGraphNodeGetGraph, 10000, false, CuResult, CuGraphNode, CuGraph *)                 \
  X(cuGraphKernelNodeGetParams_v2, 12000, false, CuResult, CuGraphNode, CuKernelNodeParams *)      \
  X(cuGraphKernelNodeGetAttribute, 11000, false, CuResult, CuGraphNode, int, void *)               \
  X(cuGraphExecKernelNodeSetParams_v2, 12000, false, CuResult, CuGraphExec, CuGraphNode,           \
    const CuKernelNodeParams *)                                                                    \
  X(cuGraphExecUpdate_v2, 12000, false, CuResult, CuGraphExec, CuGraph, CuGraphUpdateInfo *)       \
  X(cuGraphDestroy, 10000, false, CuResult, CuGraph)

PSTUDIO_LIBRARY_API(DriverTable, PSTUDIO_ATTACH_DRIVER)

/// The functions of the loaded driver; those that it lacks are false.
struct DriverApi : DriverTable {
  /// Everything that a twin needs is there.
  bool canRecord = false;
  /// "gfx942" of a device; null for CUDA.
  std::string (*architectureOfHip)(int device) = nullptr;

  /// The functions are HIP's.
  bool isHip() const { return architectureOfHip != nullptr; }

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
