// SPDX-License-Identifier: Apache-2.0
// Entry points of the HIP runtime that the shim replaces, as rows of the table of hooks, and its
// own declarations of them.
#pragma once

#include "collector/vendor/cuda_types.h"

namespace pstudio::attach {

/// dim3 of HIP, which hipLaunchKernel takes by value.
struct HipExtents {
  unsigned x = 1, y = 1, z = 1;
};

/// The key that ends the list `extra` of a launch; the other keys are those of CUDA.
inline void *const kHipLaunchParamEnd = reinterpret_cast<void *>(3);

} // namespace pstudio::attach

// X as in hooks.h. HIP's handles, results and modes of capture are those of CUDA
// (collector/vendor/driver_values.h). Versions are ROCm's; there are no variants.
#define PSTUDIO_ATTACH_HIP_ROW(X, name, ...)                                                       \
  X(name, name, 50000, kUnknownVersion, false, __VA_ARGS__)
#define PSTUDIO_ATTACH_HIP_HOOKS(X)                                                                \
  PSTUDIO_ATTACH_HIP_ROW(X, hipGetProcAddress, const char *, void **, int, uint64_t, int *)        \
  PSTUDIO_ATTACH_HIP_ROW(X, hipModuleLoad, CuModule *, const char *)                               \
  PSTUDIO_ATTACH_HIP_ROW(X, hipModuleLoadData, CuModule *, const void *)                           \
  PSTUDIO_ATTACH_HIP_ROW(X, hipModuleLoadDataEx, CuModule *, const void *, unsigned, void *,       \
                         void **)                                                                  \
  PSTUDIO_ATTACH_HIP_ROW(X, hipModuleUnload, CuModule)                                             \
  PSTUDIO_ATTACH_HIP_ROW(X, hipModuleGetFunction, CuFunction *, CuModule, const char *)            \
  PSTUDIO_ATTACH_HIP_ROW(X, hipModuleLaunchKernel, CuFunction, unsigned, unsigned, unsigned,       \
                         unsigned, unsigned, unsigned, unsigned, CuStream, void **, void **)       \
  PSTUDIO_ATTACH_HIP_ROW(X, hipExtModuleLaunchKernel, CuFunction, uint32_t, uint32_t, uint32_t,    \
                         uint32_t, uint32_t, uint32_t, size_t, CuStream, void **, void **,         \
                         CuEvent, CuEvent, uint32_t)                                               \
  PSTUDIO_ATTACH_HIP_ROW(X, hipLaunchKernel, const void *, pstudio::attach::HipExtents,            \
                         pstudio::attach::HipExtents, void **, size_t, CuStream)                   \
  PSTUDIO_ATTACH_HIP_ROW(X, __hipRegisterFunction, void **, const void *, char *, const char *,    \
                         int, void *, void *, void *, void *, int *)                               \
  PSTUDIO_ATTACH_HIP_ROW(X, hipStreamBeginCapture, CuStream, int)                                  \
  PSTUDIO_ATTACH_HIP_ROW(X, hipStreamEndCapture, CuStream, void **)                                \
  PSTUDIO_ATTACH_HIP_ROW(X, hipDeviceReset)
