// SPDX-License-Identifier: Apache-2.0
// Driver entry points that the shim replaces: one hook for each exported name, which calls the real
// function of that name.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "collector/attach/shim/driver_library.h"
#include "collector/attach/shim/hip_table.h"
#include "collector/attach/shim/work_table.h"
#include "collector/vendor/cuda_types.h"

#define PSTUDIO_ATTACH_EXPORT __attribute__((visibility("default")))

// X(exported name, name for cuGetProcAddress, first version of this binary interface, first version
// of the next one, whether it uses the thread's default stream, parameters...). Versions as the
// driver counts them: 11060 is 11.6. Versions from kUnknownVersion on are passed through unless the
// driver returns its exported function for them.
#define PSTUDIO_ATTACH_LAUNCH_HOOKS(X, suffix, perThread)                                          \
  X(cuLaunchKernel##suffix, cuLaunchKernel, 4000, kUnknownVersion, perThread, CuFunction,          \
    unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CuStream, void **,       \
    void **)                                                                                       \
  X(cuLaunchKernelEx##suffix, cuLaunchKernelEx, 11060, kUnknownVersion, perThread,                 \
    const CuLaunchConfig *, CuFunction, void **, void **)                                          \
  X(cuLaunchCooperativeKernel##suffix, cuLaunchCooperativeKernel, 9000, kUnknownVersion,           \
    perThread, CuFunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,   \
    CuStream, void **)                                                                             \
  X(cuStreamBeginCapture##suffix, cuStreamBeginCapture, 10000, 10010, perThread, CuStream)         \
  X(cuStreamBeginCapture_v2##suffix, cuStreamBeginCapture, 10010, kUnknownVersion, perThread,      \
    CuStream, int)                                                                                 \
  X(cuStreamBeginCaptureToGraph##suffix, cuStreamBeginCaptureToGraph, 12030, kUnknownVersion,      \
    perThread, CuStream, void *, const void *, const void *, size_t, int)                          \
  X(cuStreamEndCapture##suffix, cuStreamEndCapture, 10000, kUnknownVersion, perThread, CuStream,   \
    void **)

#define PSTUDIO_ATTACH_HOOKS(X)                                                                    \
  X(cuGetProcAddress, cuGetProcAddress, 11030, 12000, false, const char *, void **, int, uint64_t) \
  X(cuGetProcAddress_v2, cuGetProcAddress, 12000, kUnknownVersion, false, const char *, void **,   \
    int, uint64_t, int *)                                                                          \
  PSTUDIO_ATTACH_LAUNCH_HOOKS(X, , false)                                                          \
  PSTUDIO_ATTACH_LAUNCH_HOOKS(X, _ptsz, true)                                                      \
  X(cuModuleLoad, cuModuleLoad, 2000, kUnknownVersion, false, CuModule *, const char *)            \
  X(cuModuleLoadData, cuModuleLoadData, 2000, kUnknownVersion, false, CuModule *, const void *)    \
  X(cuModuleLoadDataEx, cuModuleLoadDataEx, 2010, kUnknownVersion, false, CuModule *,              \
    const void *, unsigned, void *, void **)                                                       \
  X(cuModuleLoadFatBinary, cuModuleLoadFatBinary, 2000, kUnknownVersion, false, CuModule *,        \
    const void *)                                                                                  \
  X(cuModuleUnload, cuModuleUnload, 2000, kUnknownVersion, false, CuModule)                        \
  X(cuModuleGetFunction, cuModuleGetFunction, 2000, kUnknownVersion, false, CuFunction *,          \
    CuModule, const char *)                                                                        \
  X(cuLibraryLoadData, cuLibraryLoadData, 12000, kUnknownVersion, false, CuLibrary *,              \
    const void *, void *, void **, unsigned, void *, void **, unsigned)                            \
  X(cuLibraryLoadFromFile, cuLibraryLoadFromFile, 12000, kUnknownVersion, false, CuLibrary *,      \
    const char *, void *, void **, unsigned, void *, void **, unsigned)                            \
  X(cuLibraryUnload, cuLibraryUnload, 12000, kUnknownVersion, false, CuLibrary)                    \
  X(cuLibraryGetKernel, cuLibraryGetKernel, 12000, kUnknownVersion, false, CuFunction *,           \
    CuLibrary, const char *)                                                                       \
  X(cuLibraryGetModule, cuLibraryGetModule, 12000, kUnknownVersion, false, CuModule *, CuLibrary)  \
  X(cuKernelGetFunction, cuKernelGetFunction, 12000, kUnknownVersion, false, CuFunction *,         \
    CuFunction)                                                                                    \
  X(cuProfilerStart, cuProfilerStart, 4000, kUnknownVersion, false)                                \
  X(cuProfilerStop, cuProfilerStop, 4000, kUnknownVersion, false)                                  \
  X(cuCtxDestroy, cuCtxDestroy, 2000, 4000, false, CuContext)                                      \
  X(cuCtxDestroy_v2, cuCtxDestroy, 4000, kUnknownVersion, false, CuContext)                        \
  X(cuDevicePrimaryCtxRelease, cuDevicePrimaryCtxRelease, 7000, 11000, false, CuDevice)            \
  X(cuDevicePrimaryCtxRelease_v2, cuDevicePrimaryCtxRelease, 11000, kUnknownVersion, false,        \
    CuDevice)                                                                                      \
  X(cuDevicePrimaryCtxReset, cuDevicePrimaryCtxReset, 7000, 11000, false, CuDevice)                \
  X(cuDevicePrimaryCtxReset_v2, cuDevicePrimaryCtxReset, 11000, kUnknownVersion, false, CuDevice)  \
  PSTUDIO_ATTACH_COPIES(X)                                                                         \
  PSTUDIO_ATTACH_SETS(X)                                                                           \
  PSTUDIO_ATTACH_GRAPHS(X)                                                                         \
  PSTUDIO_ATTACH_HIP_HOOKS(X)

namespace pstudio::attach {

inline constexpr int kUnknownVersion = 14000;

enum class HookId : unsigned {
#define PSTUDIO_ATTACH_ID(name, ...) name,
  PSTUDIO_ATTACH_HOOKS(PSTUDIO_ATTACH_ID)
#undef PSTUDIO_ATTACH_ID
};

/// Result of a program's call of dlsym.
struct FoundSymbol {
  void *address;
  bool isFinal; ///< false: the dlsym of the C library must look it up for the caller
};

/// Result of dlsym(handle, name) for the code at `caller`. A hook is returned only
/// for its own name, and only if the function that would be found is part of libcuda or libamdhip64
/// (of libcupti for the hooks of CUPTI). [thread: any]
FoundSymbol findSymbol(void *handle, const char *name, void *caller);

/// Result of cuGetProcAddress in place of `found`, the result of the driver. [thread: any]
void *replaceProcAddress(const char *name, void *found, int version, uint64_t flags);

/// Result of hipGetProcAddress in place of `found`, the result of HIP. [thread: any]
void *replaceHipAddress(const char *name, void *found);

/// The driver whose entry point a hook replaces.
constexpr DriverKind kindOf(HookId hook) {
  return hook >= HookId::hipGetProcAddress ? DriverKind::Hip : DriverKind::Cuda;
}
/// True if the process is attached by the other driver: one driver's launches are recorded.
bool isOtherDriver(DriverKind kind);

/// The function that a hook calls: the function of the next library that exports the name (another
/// preloaded library may do so). If another hook of the same thread is running, the function of
/// libcuda. Null if there is none.
void *realFunction(HookId hook, bool isNested);

/// Number of active hooks in the calling thread. Initial-exec, because the library is preloaded.
extern thread_local constinit int t_runningHooks __attribute__((tls_model("initial-exec")));

/// During the lifetime of this object, hooks in the calling thread record nothing and call libcuda.
class OwnCalls {
public:
  OwnCalls() { ++t_runningHooks; }
  ~OwnCalls() { --t_runningHooks; }
  OwnCalls(const OwnCalls &) = delete;
  OwnCalls &operator=(const OwnCalls &) = delete;
};

template <HookId hook> struct HookType;
#define PSTUDIO_ATTACH_TYPE_OF(name, base, since, before, perThread, ...)                          \
  template <> struct HookType<HookId::name> { using Pointer = CuResult (*)(__VA_ARGS__); };
PSTUDIO_ATTACH_HOOKS(PSTUDIO_ATTACH_TYPE_OF)
#undef PSTUDIO_ATTACH_TYPE_OF

/// The real function of a hook, for the duration of one call of the hook.
template <HookId hook> class RealFunction {
public:
  RealFunction() : m_isNested(t_runningHooks++ > 0) {}
  ~RealFunction() { --t_runningHooks; }
  RealFunction(const RealFunction &) = delete;
  RealFunction &operator=(const RealFunction &) = delete;

  /// True if the call comes from the real function of another hook, which has been recorded, or is
  /// not recorded at all.
  bool isNested() const { return m_isNested || isOtherDriver(kindOf(hook)); }

  template <class... Values> CuResult operator()(Values... values) const {
    using Pointer = typename HookType<hook>::Pointer;
    const auto pointer = reinterpret_cast<Pointer>(realFunction(hook, m_isNested));
    return pointer ? pointer(values...) : CuResult::NotFound;
  }

private:
  bool m_isNested;
};

} // namespace pstudio::attach

// The hooks themselves, under the names that libcuda exports.
extern "C" {
#define PSTUDIO_ATTACH_DECLARE(name, base, since, before, perThread, ...)                          \
  PSTUDIO_ATTACH_EXPORT CuResult name(__VA_ARGS__);
namespace pstudio::attach {
PSTUDIO_ATTACH_HOOKS(PSTUDIO_ATTACH_DECLARE)
}
#undef PSTUDIO_ATTACH_DECLARE
}
