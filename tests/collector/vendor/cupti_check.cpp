// SPDX-License-Identifier: Apache-2.0
// Compares our declarations of CUPTI with the vendor's headers, where those are installed.
// Everything happens at compile time; the object file is empty.
#include <cstddef>
#include <type_traits>

#include <cuda.h>
#include <cupti.h>

#include "collector/activity/cupti/cupti_api.h"
#include "collector/attach/shim/cupti_api.h"
#include "collector/vendor/cupti_records.h"

namespace pstudio::cupti {
namespace {

/// Whether a caller of `Ours` passes what a callee of `Theirs` reads. Handles are void * here.
template <class Ours, class Theirs> constexpr bool agrees() {
  return std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> && sizeof(Ours) == sizeof(Theirs) &&
         alignof(Ours) == alignof(Theirs);
}
template <class Ours, class Theirs> struct SameCall : std::false_type {};
template <class... Ours, class... Theirs>
requires(sizeof...(Ours) ==
         sizeof...(Theirs)) struct SameCall<CuptiResult (*)(Ours...), CUptiResult (*)(Theirs...)>
    : std::bool_constant<(agrees<Ours, Theirs>() && ...)> {
};

#define COMPARE_FUNCTION(name, since, required, result, ...)                                       \
  static_assert(SameCall<result (*)(__VA_ARGS__), decltype(&::name)>::value, #name);
PSTUDIO_CUPTI_FUNCTIONS(COMPARE_FUNCTION)
PSTUDIO_ATTACH_CUPTI(COMPARE_FUNCTION)
#undef COMPARE_FUNCTION

static_assert(static_cast<int>(CuptiResult::Success) == CUPTI_SUCCESS);
#define COMPARE(name, value, theirs) static_assert(value == CUPTI_ERROR_##theirs);
PSTUDIO_CUPTI_ERRORS(COMPARE)
#undef COMPARE
#define COMPARE(name, value, theirs) static_assert(value == CUPTI_ACTIVITY_KIND_##theirs);
PSTUDIO_CUPTI_ACTIVITY_KINDS(COMPARE)
#undef COMPARE
#define COMPARE(name, value, theirs) static_assert(value == CUPTI_DRIVER_TRACE_CBID_##theirs);
PSTUDIO_CUPTI_DRIVER_CALLS(COMPARE)
#undef COMPARE
static_assert(static_cast<int>(CallbackDomain::DriverApi) == CUPTI_CB_DOMAIN_DRIVER_API);
static_assert(static_cast<int>(CallbackDomain::Resource) == CUPTI_CB_DOMAIN_RESOURCE);
static_assert(static_cast<int>(CallbackSite::Enter) == CUPTI_API_ENTER);
static_assert(static_cast<int>(CallbackSite::Exit) == CUPTI_API_EXIT);
static_assert(kModuleLoaded == CUPTI_CBID_RESOURCE_MODULE_LOADED);
static_assert(kFlushForced == CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
static_assert(kCopyIsAsync == CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC);
static_assert(kOurCorrelation == CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2);

#define COMPARE_MEMBER(ours, our, theirs, their)                                                   \
  static_assert(offsetof(ours, our) == offsetof(theirs, their), #ours "::" #our);
COMPARE_MEMBER(CallbackData, site, CUpti_CallbackData, callbackSite)
COMPARE_MEMBER(CallbackData, symbolName, CUpti_CallbackData, symbolName)
COMPARE_MEMBER(CallbackData, correlationId, CUpti_CallbackData, correlationId)
COMPARE_MEMBER(ResourceData, descriptor, CUpti_ResourceData, resourceDescriptor)
COMPARE_MEMBER(ModuleData, moduleId, CUpti_ModuleResourceData, moduleId)
COMPARE_MEMBER(ModuleData, cubinSize, CUpti_ModuleResourceData, cubinSize)
COMPARE_MEMBER(ModuleData, cubin, CUpti_ModuleResourceData, pCubin)
#undef COMPARE_MEMBER

#if CUPTI_API_VERSION >= 130000
using Kernel = CUpti_ActivityKernel10;
using Copy = CUpti_ActivityMemcpy6;
using OlderPeerCopy = CUpti_ActivityMemcpyPtoP3;
#else
using Kernel = CUpti_ActivityKernel9;
using Copy = CUpti_ActivityMemcpy5;
using OlderPeerCopy = CUpti_ActivityMemcpyPtoP4;
#endif

#define COMPARE_IN(theirs, offset, field, bytes)                                                   \
  static_assert(offset == offsetof(theirs, field) && sizeof(theirs::field) == bytes, #field);
#define COMPARE(name, offset, field, bytes) COMPARE_IN(Kernel, offset, field, bytes)
PSTUDIO_CUPTI_KERNEL_FIELDS(COMPARE)
#undef COMPARE
#define COMPARE(name, offset, field, bytes) COMPARE_IN(Copy, offset, field, bytes)
PSTUDIO_CUPTI_COPY_FIELDS(COMPARE)
PSTUDIO_CUPTI_ONE_DEVICE_FIELDS(COMPARE)
#undef COMPARE
#define COMPARE(name, offset, field, bytes)                                                        \
  COMPARE_IN(CUpti_ActivityMemcpyPtoP4, offset, field, bytes)                                      \
  COMPARE_IN(OlderPeerCopy, offset, field, bytes)
PSTUDIO_CUPTI_COPY_FIELDS(COMPARE)
PSTUDIO_CUPTI_PEER_FIELDS(COMPARE)
#undef COMPARE
#define COMPARE(name, offset, field, bytes) COMPARE_IN(CUpti_ActivityMemset4, offset, field, bytes)
PSTUDIO_CUPTI_MEMSET_FIELDS(COMPARE)
#undef COMPARE
#define COMPARE(name, offset, field, bytes)                                                        \
  COMPARE_IN(CUpti_ActivityGraphTrace, offset, field, bytes)                                       \
  COMPARE_IN(CUpti_ActivityGraphTrace2, offset, field, bytes)
PSTUDIO_CUPTI_GRAPH_FIELDS(COMPARE)
#undef COMPARE
#define COMPARE(name, offset, field, bytes) COMPARE_IN(CUpti_ActivityAPI, offset, field, bytes)
PSTUDIO_CUPTI_API_FIELDS(COMPARE)
#undef COMPARE
#define COMPARE(name, offset, field, bytes)                                                        \
  COMPARE_IN(CUpti_ActivityExternalCorrelation, offset, field, bytes)
PSTUDIO_CUPTI_EXTERNAL_FIELDS(COMPARE)
#undef COMPARE
#undef COMPARE_IN

} // namespace
} // namespace pstudio::cupti
