// SPDX-License-Identifier: Apache-2.0
// The driver's functions that the victim calls, found in each of the ways that programs use.
#pragma once

#include <string>

#include "collector/vendor/cuda_types.h"

namespace pstudio::test {

using pstudio::CuFunctionAttribute;
using pstudio::CuLaunchConfig;
using pstudio::CuResult;

// X(exported name, base name, has a variant for the thread's default stream, parameters...)
#define VICTIM_FUNCTIONS(X)                                                                        \
  X(cuInit, cuInit, false, unsigned)                                                               \
  X(cuCtxCreate_v2, cuCtxCreate, false, void **, unsigned, int)                                    \
  X(cuCtxDestroy_v2, cuCtxDestroy, false, void *)                                                  \
  X(cuCtxSetCurrent, cuCtxSetCurrent, false, void *)                                               \
  X(cuMemAlloc_v2, cuMemAlloc, false, uint64_t *, size_t)                                          \
  X(cuMemFree_v2, cuMemFree, false, uint64_t)                                                      \
  X(cuMemcpyHtoD_v2, cuMemcpyHtoD, false, uint64_t, const void *, size_t)                          \
  X(cuMemcpyHtoDAsync_v2, cuMemcpyHtoDAsync, true, uint64_t, const void *, size_t, void *)         \
  X(cuMemsetD8Async, cuMemsetD8Async, false, uint64_t, unsigned char, size_t, void *)              \
  X(cuMemsetD2D16_v2, cuMemsetD2D16, false, uint64_t, size_t, unsigned short, size_t, size_t)      \
  X(cuMemsetD2D16Async, cuMemsetD2D16Async, false, uint64_t, size_t, unsigned short, size_t,       \
    size_t, void *)                                                                                \
  X(cuMemcpyPeerAsync, cuMemcpyPeerAsync, false, uint64_t, void *, uint64_t, void *, size_t,       \
    void *)                                                                                        \
  X(cuProfilerStart, cuProfilerStart, false)                                                       \
  X(cuProfilerStop, cuProfilerStop, false)                                                         \
  X(cuGraphLaunch, cuGraphLaunch, true, void *, void *)                                            \
  X(cuModuleLoad, cuModuleLoad, false, void **, const char *)                                      \
  X(cuModuleLoadData, cuModuleLoadData, false, void **, const void *)                              \
  X(cuModuleLoadDataEx, cuModuleLoadDataEx, false, void **, const void *, unsigned, void *,        \
    void **)                                                                                       \
  X(cuModuleLoadFatBinary, cuModuleLoadFatBinary, false, void **, const void *)                    \
  X(cuModuleUnload, cuModuleUnload, false, void *)                                                 \
  X(cuModuleGetFunction, cuModuleGetFunction, false, void **, void *, const char *)                \
  X(cuLibraryLoadData, cuLibraryLoadData, false, void **, const void *, void *, void **, unsigned, \
    void *, void **, unsigned)                                                                     \
  X(cuLibraryLoadFromFile, cuLibraryLoadFromFile, false, void **, const char *, void *, void **,   \
    unsigned, void *, void **, unsigned)                                                           \
  X(cuLibraryUnload, cuLibraryUnload, false, void *)                                               \
  X(cuLibraryGetKernel, cuLibraryGetKernel, false, void **, void *, const char *)                  \
  X(cuLibraryGetModule, cuLibraryGetModule, false, void **, void *)                                \
  X(cuKernelGetFunction, cuKernelGetFunction, false, void **, void *)                              \
  X(cuFuncSetAttribute, cuFuncSetAttribute, false, void *, CuFunctionAttribute, int)               \
  X(cuStreamCreate, cuStreamCreate, false, void **, unsigned)                                      \
  X(cuStreamSynchronize, cuStreamSynchronize, false, void *)                                       \
  X(cuStreamBeginCapture_v2, cuStreamBeginCapture, true, void *, int)                              \
  X(cuStreamEndCapture, cuStreamEndCapture, true, void *, void **)                                 \
  X(cuLaunchKernel, cuLaunchKernel, true, void *, unsigned, unsigned, unsigned, unsigned,          \
    unsigned, unsigned, unsigned, void *, void **, void **)                                        \
  X(cuLaunchKernelEx, cuLaunchKernelEx, true, const CuLaunchConfig *, void *, void **, void **)    \
  X(cuLaunchCooperativeKernel, cuLaunchCooperativeKernel, false, void *, unsigned, unsigned,       \
    unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **)

struct DriverTable {
#define VICTIM_MEMBER(name, base, perThread, ...) CuResult (*name)(__VA_ARGS__) = nullptr;
  VICTIM_FUNCTIONS(VICTIM_MEMBER)
#undef VICTIM_MEMBER
  const char *(*fakeDriverReport)() = nullptr;
  const char *(*fakeLastLaunch)() = nullptr;
};

/// Ways: "handle" (dlopen, dlsym), "v1" and "v2" (cuGetProcAddress), "default" and "next" (dlsym of
/// the global scope), "linked" (the dynamic linker); with the suffix "-ptsz" the variants of the
/// thread's default stream. Ends the program if a function is missing.
DriverTable findDriver(const std::string &way);

/// The dynamic linker's answers, in programs that are linked with the driver.
DriverTable linkedDriver(bool isPerThread);

} // namespace pstudio::test
