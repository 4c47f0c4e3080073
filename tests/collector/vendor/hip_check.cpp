// SPDX-License-Identifier: Apache-2.0
// Compares our declarations with the vendor's header where one is installed: compiling is the test.
#define __HIP_PLATFORM_AMD__
#define __HIP_DISABLE_CPP_FUNCTIONS__ // without overloads, so that a name is one function
#include <hip/hip_runtime_api.h>

#include "collector/runtime/hip/hip_api.h"

namespace pstudio::hip {
namespace {

static_assert(sizeof(hipDeviceptr_t) == sizeof(HipPointer));
static_assert(sizeof(hipStream_t) == sizeof(HipStream));
static_assert(sizeof(hipError_t) == sizeof(HipResult));

// Two declarations of a function agree if their results and parameters have the same sizes and
// are passed in the same kind of register: an enumeration for an int, a pointer or an address of
// the device for a pointer.
template <class Ours, class Theirs>
constexpr bool isAlike = sizeof(Ours) == sizeof(Theirs) &&
                         (std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> ||
                          std::is_same_v<Ours, HipPointer>)&&std::is_floating_point_v<Ours> ==
                             std::is_floating_point_v<Theirs>;

template <class Ours, class Theirs> struct Agreement : std::false_type {};
template <class OurResult, class... Ours, class TheirResult, class... Theirs>
requires(sizeof...(Ours) ==
         sizeof...(Theirs)) struct Agreement<OurResult(Ours...), TheirResult(Theirs...)>
    : std::bool_constant<isAlike<OurResult, TheirResult> && (isAlike<Ours, Theirs> && ...)> {
};

#define PSTUDIO_HIP_COMPARE(name, since, required, result, ...)                                    \
  static_assert(Agreement<result(__VA_ARGS__), decltype(::name)>::value, #name);
PSTUDIO_HIP_COMMON_FUNCTIONS(PSTUDIO_HIP_COMPARE)
#undef PSTUDIO_HIP_COMPARE

#if HIP_VERSION_MAJOR == 5
static_assert(sizeof(hipDeviceProp_t) == kHipProperties5.bytes);
static_assert(offsetof(hipDeviceProp_t, totalGlobalMem) == kHipProperties5.memoryBytes);
static_assert(offsetof(hipDeviceProp_t, gcnArchName) == kHipProperties5.architectureName);
#else
static_assert(sizeof(hipDeviceProp_t) == kHipProperties6.bytes);
static_assert(offsetof(hipDeviceProp_t, totalGlobalMem) == kHipProperties6.memoryBytes);
static_assert(offsetof(hipDeviceProp_t, gcnArchName) == kHipProperties6.architectureName);
#endif

#define PSTUDIO_HIP_SAME(ours, theirs)                                                             \
  static_assert(static_cast<int>(ours) == static_cast<int>(theirs), #theirs);
PSTUDIO_HIP_SAME(HipResult::OutOfMemory, hipErrorOutOfMemory)
PSTUDIO_HIP_SAME(HipResult::InvalidConfiguration, hipErrorInvalidConfiguration)
PSTUDIO_HIP_SAME(HipResult::InsufficientDriver, hipErrorInsufficientDriver)
PSTUDIO_HIP_SAME(HipResult::InvalidDeviceFunction, hipErrorInvalidDeviceFunction)
PSTUDIO_HIP_SAME(HipResult::NoDevice, hipErrorNoDevice)
PSTUDIO_HIP_SAME(HipResult::InvalidDevice, hipErrorInvalidDevice)
PSTUDIO_HIP_SAME(HipResult::InvalidImage, hipErrorInvalidImage)
PSTUDIO_HIP_SAME(HipResult::NoBinaryForGpu, hipErrorNoBinaryForGpu)
PSTUDIO_HIP_SAME(HipResult::EccUncorrectable, hipErrorECCNotCorrectable)
PSTUDIO_HIP_SAME(HipResult::NotFound, hipErrorNotFound)
PSTUDIO_HIP_SAME(HipResult::NotReady, hipErrorNotReady)
PSTUDIO_HIP_SAME(HipResult::IllegalAddress, hipErrorIllegalAddress)
PSTUDIO_HIP_SAME(HipResult::LaunchOutOfResources, hipErrorLaunchOutOfResources)
PSTUDIO_HIP_SAME(HipResult::LaunchTimeout, hipErrorLaunchTimeOut)
PSTUDIO_HIP_SAME(HipResult::ContextIsDestroyed, hipErrorContextIsDestroyed)
PSTUDIO_HIP_SAME(HipResult::Assert, hipErrorAssert)
PSTUDIO_HIP_SAME(HipResult::LaunchFailed, hipErrorLaunchFailure)
PSTUDIO_HIP_SAME(HipResult::Unknown, hipErrorUnknown)
PSTUDIO_HIP_SAME(HipResult::RuntimeMemory, hipErrorRuntimeMemory)
PSTUDIO_HIP_SAME(HipResult::RuntimeOther, hipErrorRuntimeOther)

using Attribute = HipDeviceAttribute;
PSTUDIO_HIP_SAME(Attribute::L2CacheSize, hipDeviceAttributeL2CacheSize)
PSTUDIO_HIP_SAME(Attribute::MaxBlockDimX, hipDeviceAttributeMaxBlockDimX)
PSTUDIO_HIP_SAME(Attribute::MaxBlockDimZ, hipDeviceAttributeMaxBlockDimZ)
PSTUDIO_HIP_SAME(Attribute::MaxGridDimX, hipDeviceAttributeMaxGridDimX)
PSTUDIO_HIP_SAME(Attribute::MaxGridDimZ, hipDeviceAttributeMaxGridDimZ)
PSTUDIO_HIP_SAME(Attribute::MaxThreadsPerBlock, hipDeviceAttributeMaxThreadsPerBlock)
PSTUDIO_HIP_SAME(Attribute::MaxThreadsPerMultiprocessor,
                 hipDeviceAttributeMaxThreadsPerMultiProcessor)
PSTUDIO_HIP_SAME(Attribute::MultiprocessorCount, hipDeviceAttributeMultiprocessorCount)
PSTUDIO_HIP_SAME(Attribute::MaxSharedMemoryPerBlock, hipDeviceAttributeMaxSharedMemoryPerBlock)
PSTUDIO_HIP_SAME(Attribute::WarpSize, hipDeviceAttributeWarpSize)
PSTUDIO_HIP_SAME(Attribute::MaxSharedMemoryPerMultiprocessor,
                 hipDeviceAttributeMaxSharedMemoryPerMultiprocessor)
#if HIP_VERSION_MAJOR > 5 || HIP_VERSION_MINOR >= 5
PSTUDIO_HIP_SAME(Attribute::WallClockRate, hipDeviceAttributeWallClockRate)
#endif

PSTUDIO_HIP_SAME(gpu::kStreamNonBlocking, hipStreamNonBlocking)
PSTUDIO_HIP_SAME(gpu::kEventDefault, hipEventDefault)
PSTUDIO_HIP_SAME(gpu::kEventDisableTiming, hipEventDisableTiming)
PSTUDIO_HIP_SAME(gpu::kHostMemoryDefault, hipHostMallocDefault)
PSTUDIO_HIP_SAME(gpu::kHostMemoryMapped, hipHostMallocMapped)
#undef PSTUDIO_HIP_SAME

} // namespace
} // namespace pstudio::hip
