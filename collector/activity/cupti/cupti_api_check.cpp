// SPDX-License-Identifier: Apache-2.0
// Compares this program's declarations of CUPTI with the vendor's headers, where those are
// installed.
// Everything happens at compile time; the object file is empty.
#include <cstddef>
#include <type_traits>

#include <cuda.h>
#include <cupti.h>

#include "collector/activity/cupti/cupti_api.h"

namespace pstudio::cupti {
namespace {

template <class Ours, class Theirs> constexpr bool same(Ours ours, Theirs theirs) {
  return static_cast<long long>(ours) == static_cast<long long>(theirs);
}

/// True if a caller of `Ours` passes the arguments that a callee of `Theirs` reads. Handles are
/// void * here.
template <class Ours, class Theirs> constexpr bool agrees() {
  return std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> && sizeof(Ours) == sizeof(Theirs) &&
         alignof(Ours) == alignof(Theirs);
}
template <class Ours, class Theirs> struct SameCall : std::false_type {};
template <class... Ours, class... Theirs>
struct SameCall<CuptiResult (*)(Ours...), CUptiResult (*)(Theirs...)>
    : std::bool_constant<(agrees<Ours, Theirs>() && ...)> {};

#define CHECK_FUNCTION(name, since, required, result, ...)                                         \
  static_assert(SameCall<result (*)(__VA_ARGS__), decltype(&::name)>::value, #name);
PSTUDIO_CUPTI_FUNCTIONS(CHECK_FUNCTION)
#undef CHECK_FUNCTION

static_assert(same(CuptiResult::Success, CUPTI_SUCCESS));
static_assert(same(CuptiResult::InvalidParameter, CUPTI_ERROR_INVALID_PARAMETER));
static_assert(same(CuptiResult::OutOfMemory, CUPTI_ERROR_OUT_OF_MEMORY));
static_assert(same(CuptiResult::NotCompatible, CUPTI_ERROR_NOT_COMPATIBLE));
static_assert(same(CuptiResult::NotInitialized, CUPTI_ERROR_NOT_INITIALIZED));
static_assert(same(CuptiResult::InvalidMetricName, CUPTI_ERROR_INVALID_METRIC_NAME));
static_assert(same(CuptiResult::MaxLimitReached, CUPTI_ERROR_MAX_LIMIT_REACHED));
static_assert(same(CuptiResult::InvalidKind, CUPTI_ERROR_INVALID_KIND));
static_assert(same(CuptiResult::HardwareBusy, CUPTI_ERROR_HARDWARE_BUSY));
static_assert(same(CuptiResult::NotSupported, CUPTI_ERROR_NOT_SUPPORTED));
static_assert(same(CuptiResult::VirtualizedDeviceNotSupported,
                   CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED));
static_assert(same(CuptiResult::InsufficientPrivileges, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES));
static_assert(same(CuptiResult::MultipleSubscribersNotSupported,
                   CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED));
static_assert(same(CuptiResult::VirtualizedDeviceInsufficientPrivileges,
                   CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES));
static_assert(same(CuptiResult::ConfidentialComputingNotSupported,
                   CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED));
static_assert(same(CuptiResult::CmpDeviceNotSupported, CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED));
static_assert(same(CuptiResult::MigDeviceNotSupported, CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED));
static_assert(same(CuptiResult::WslDeviceNotSupported, CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED));
static_assert(same(CuptiResult::Unknown, CUPTI_ERROR_UNKNOWN));

static_assert(same(ActivityKind::Memcpy, CUPTI_ACTIVITY_KIND_MEMCPY));
static_assert(same(ActivityKind::Memset, CUPTI_ACTIVITY_KIND_MEMSET));
static_assert(same(ActivityKind::Driver, CUPTI_ACTIVITY_KIND_DRIVER));
static_assert(same(ActivityKind::ConcurrentKernel, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
static_assert(same(CallbackDomain::DriverApi, CUPTI_CB_DOMAIN_DRIVER_API));
static_assert(same(CallbackDomain::Resource, CUPTI_CB_DOMAIN_RESOURCE));
static_assert(same(CallbackSite::Enter, CUPTI_API_ENTER));
static_assert(same(CallbackSite::Exit, CUPTI_API_EXIT));
static_assert(same(kModuleLoaded, CUPTI_CBID_RESOURCE_MODULE_LOADED));
static_assert(same(kFlushForced, CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
static_assert(same(kCopyIsAsync, CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC));

static_assert(same(DriverCall::CtxPushCurrentOld, CUPTI_DRIVER_TRACE_CBID_cuCtxPushCurrent));
static_assert(same(DriverCall::CtxPopCurrentOld, CUPTI_DRIVER_TRACE_CBID_cuCtxPopCurrent));
static_assert(same(DriverCall::EventQuery, CUPTI_DRIVER_TRACE_CBID_cuEventQuery));
static_assert(same(DriverCall::StreamQuery, CUPTI_DRIVER_TRACE_CBID_cuStreamQuery));
static_assert(same(DriverCall::CtxGetCurrent, CUPTI_DRIVER_TRACE_CBID_cuCtxGetCurrent));
static_assert(same(DriverCall::LaunchKernel, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel));
static_assert(same(DriverCall::CtxPushCurrent, CUPTI_DRIVER_TRACE_CBID_cuCtxPushCurrent_v2));
static_assert(same(DriverCall::CtxPopCurrent, CUPTI_DRIVER_TRACE_CBID_cuCtxPopCurrent_v2));
static_assert(same(DriverCall::GetErrorString, CUPTI_DRIVER_TRACE_CBID_cuGetErrorString));
static_assert(same(DriverCall::GetErrorName, CUPTI_DRIVER_TRACE_CBID_cuGetErrorName));
static_assert(same(DriverCall::LaunchCooperativeKernel,
                   CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel));
static_assert(same(DriverCall::LaunchKernelEx, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx));

#define CHECK_MEMBER(ours, our, theirs, their)                                                     \
  static_assert(offsetof(ours, our) == offsetof(theirs, their), #ours "::" #our);
CHECK_MEMBER(CallbackData, site, CUpti_CallbackData, callbackSite)
CHECK_MEMBER(CallbackData, symbolName, CUpti_CallbackData, symbolName)
CHECK_MEMBER(CallbackData, correlationId, CUpti_CallbackData, correlationId)
CHECK_MEMBER(ResourceData, descriptor, CUpti_ResourceData, resourceDescriptor)
CHECK_MEMBER(ModuleData, moduleId, CUpti_ModuleResourceData, moduleId)
CHECK_MEMBER(ModuleData, cubinSize, CUpti_ModuleResourceData, cubinSize)
CHECK_MEMBER(ModuleData, cubin, CUpti_ModuleResourceData, pCubin)
#undef CHECK_MEMBER

#define CHECK_FIELD(offset, theirs, field, bytes)                                                  \
  static_assert(offset == offsetof(theirs, field) && sizeof(theirs::field) == bytes, #offset);
#if CUPTI_API_VERSION >= 130000
using Kernel = CUpti_ActivityKernel10;
using Copy = CUpti_ActivityMemcpy6;
#else
using Kernel = CUpti_ActivityKernel9;
using Copy = CUpti_ActivityMemcpy5;
#endif
using Memset = CUpti_ActivityMemset4;
CHECK_FIELD(KernelOffsets::kRegisters, Kernel, registersPerThread, 2)
CHECK_FIELD(KernelOffsets::kStart, Kernel, start, 8)
CHECK_FIELD(KernelOffsets::kEnd, Kernel, end, 8)
CHECK_FIELD(KernelOffsets::kDevice, Kernel, deviceId, 4)
CHECK_FIELD(KernelOffsets::kContext, Kernel, contextId, 4)
CHECK_FIELD(KernelOffsets::kStream, Kernel, streamId, 4)
CHECK_FIELD(KernelOffsets::kGrid, Kernel, gridX, 4)
CHECK_FIELD(KernelOffsets::kBlock, Kernel, blockX, 4)
CHECK_FIELD(KernelOffsets::kStaticShared, Kernel, staticSharedMemory, 4)
CHECK_FIELD(KernelOffsets::kDynamicShared, Kernel, dynamicSharedMemory, 4)
CHECK_FIELD(KernelOffsets::kLocalPerThread, Kernel, localMemoryPerThread, 4)
CHECK_FIELD(KernelOffsets::kCorrelation, Kernel, correlationId, 4)
CHECK_FIELD(KernelOffsets::kName, Kernel, name, 8)
CHECK_FIELD(KernelOffsets::kCluster, Kernel, clusterX, 4)
CHECK_FIELD(CopyOffsets::kCopyKind, Copy, copyKind, 1)
CHECK_FIELD(CopyOffsets::kFrom, Copy, srcKind, 1)
CHECK_FIELD(CopyOffsets::kTo, Copy, dstKind, 1)
CHECK_FIELD(CopyOffsets::kFlags, Copy, flags, 1)
CHECK_FIELD(CopyOffsets::kBytes, Copy, bytes, 8)
CHECK_FIELD(CopyOffsets::kStart, Copy, start, 8)
CHECK_FIELD(CopyOffsets::kEnd, Copy, end, 8)
CHECK_FIELD(CopyOffsets::kDevice, Copy, deviceId, 4)
CHECK_FIELD(CopyOffsets::kContext, Copy, contextId, 4)
CHECK_FIELD(CopyOffsets::kStream, Copy, streamId, 4)
CHECK_FIELD(CopyOffsets::kCorrelation, Copy, correlationId, 4)
CHECK_FIELD(MemsetOffsets::kValue, Memset, value, 4)
CHECK_FIELD(MemsetOffsets::kBytes, Memset, bytes, 8)
CHECK_FIELD(MemsetOffsets::kStart, Memset, start, 8)
CHECK_FIELD(MemsetOffsets::kEnd, Memset, end, 8)
CHECK_FIELD(MemsetOffsets::kDevice, Memset, deviceId, 4)
CHECK_FIELD(MemsetOffsets::kContext, Memset, contextId, 4)
CHECK_FIELD(MemsetOffsets::kStream, Memset, streamId, 4)
CHECK_FIELD(MemsetOffsets::kCorrelation, Memset, correlationId, 4)
CHECK_FIELD(ApiOffsets::kFunction, CUpti_ActivityAPI, cbid, 4)
CHECK_FIELD(ApiOffsets::kStart, CUpti_ActivityAPI, start, 8)
CHECK_FIELD(ApiOffsets::kEnd, CUpti_ActivityAPI, end, 8)
CHECK_FIELD(ApiOffsets::kProcess, CUpti_ActivityAPI, processId, 4)
CHECK_FIELD(ApiOffsets::kThread, CUpti_ActivityAPI, threadId, 4)
CHECK_FIELD(ApiOffsets::kCorrelation, CUpti_ActivityAPI, correlationId, 4)
CHECK_FIELD(ApiOffsets::kResult, CUpti_ActivityAPI, returnValue, 4)
#undef CHECK_FIELD

} // namespace
} // namespace pstudio::cupti
