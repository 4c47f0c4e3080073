// SPDX-License-Identifier: Apache-2.0
// Compares our declarations of the CUDA driver with the vendor's header, where that is installed.
// Everything happens at compile time; the object file is empty.
#include <cstddef>
#include <type_traits>

#include <cuda.h>
#include <cudaTypedefs.h>

#include "collector/runtime/cuda/driver_api.h"
#include "collector/runtime/cuda/tensor_map.h"

// Older headers lack some of the types below.
#if CUDA_VERSION >= 12040

namespace pstudio::cuda {

namespace {

/// Whether a caller of `Ours` passes what a callee of `Theirs` reads. Handles are void * here.
template <class Ours, class Theirs> constexpr bool agrees() {
  if constexpr (std::is_pointer_v<Ours> && std::is_pointer_v<Theirs>) {
    using OurTarget = std::remove_pointer_t<Ours>;
    using TheirTarget = std::remove_pointer_t<Theirs>;
    if constexpr (std::is_const_v<OurTarget> != std::is_const_v<TheirTarget>)
      return false;
    else if constexpr (std::is_void_v<OurTarget>)
      return true;
    else
      return agrees<std::remove_const_t<OurTarget>, std::remove_const_t<TheirTarget>>();
  } else {
    return std::is_pointer_v<Ours> == std::is_pointer_v<Theirs> &&
           std::is_class_v<Ours> == std::is_class_v<Theirs> &&
           std::is_floating_point_v<Ours> == std::is_floating_point_v<Theirs> &&
           sizeof(Ours) == sizeof(Theirs) && alignof(Ours) == alignof(Theirs);
  }
}

template <class Ours, class Theirs> struct SameCall : std::false_type {};
template <class... Ours, class... Theirs>
struct SameCall<CuResult (*)(Ours...), CUresult (*)(Theirs...)>
    : std::bool_constant<(agrees<Ours, Theirs>() && ...)> {};

template <class Ours, class Theirs> constexpr bool same(Ours ours, Theirs theirs) {
  return static_cast<long long>(ours) == static_cast<long long>(theirs);
}

// The vendor's type of each function, by the version of the API that introduced that signature.
using Vendor_cuInit = PFN_cuInit_v2000;
using Vendor_cuDriverGetVersion = PFN_cuDriverGetVersion_v2020;
using Vendor_cuGetErrorName = PFN_cuGetErrorName_v6000;
using Vendor_cuGetErrorString = PFN_cuGetErrorString_v6000;
using Vendor_cuDeviceGetCount = PFN_cuDeviceGetCount_v2000;
using Vendor_cuDeviceGet = PFN_cuDeviceGet_v2000;
using Vendor_cuDeviceGetName = PFN_cuDeviceGetName_v2000;
using Vendor_cuDeviceGetAttribute = PFN_cuDeviceGetAttribute_v2000;
using Vendor_cuDeviceTotalMem_v2 = PFN_cuDeviceTotalMem_v3020;
using Vendor_cuCtxCreate_v2 = PFN_cuCtxCreate_v3020;
using Vendor_cuCtxDestroy_v2 = PFN_cuCtxDestroy_v4000;
using Vendor_cuCtxPushCurrent_v2 = PFN_cuCtxPushCurrent_v4000;
using Vendor_cuCtxPopCurrent_v2 = PFN_cuCtxPopCurrent_v4000;
using Vendor_cuMemGetInfo_v2 = PFN_cuMemGetInfo_v3020;
using Vendor_cuMemAlloc_v2 = PFN_cuMemAlloc_v3020;
using Vendor_cuMemFree_v2 = PFN_cuMemFree_v3020;
using Vendor_cuMemHostAlloc = PFN_cuMemHostAlloc_v2020;
using Vendor_cuMemHostGetDevicePointer_v2 = PFN_cuMemHostGetDevicePointer_v3020;
using Vendor_cuMemFreeHost = PFN_cuMemFreeHost_v2000;
using Vendor_cuMemAllocManaged = PFN_cuMemAllocManaged_v6000;
using Vendor_cuMemHostRegister_v2 = PFN_cuMemHostRegister_v6050;
using Vendor_cuMemHostUnregister = PFN_cuMemHostUnregister_v4000;
using Vendor_cuMemcpyAsync = PFN_cuMemcpyAsync_v4000;
using Vendor_cuMemsetD16Async = PFN_cuMemsetD16Async_v3020;
using Vendor_cuMemsetD32Async = PFN_cuMemsetD32Async_v3020;
using Vendor_cuMemcpyHtoDAsync_v2 = PFN_cuMemcpyHtoDAsync_v3020;
using Vendor_cuMemcpyDtoHAsync_v2 = PFN_cuMemcpyDtoHAsync_v3020;
using Vendor_cuMemsetD8Async = PFN_cuMemsetD8Async_v3020;
using Vendor_cuModuleLoadDataEx = PFN_cuModuleLoadDataEx_v2010;
using Vendor_cuModuleUnload = PFN_cuModuleUnload_v2000;
using Vendor_cuModuleGetFunction = PFN_cuModuleGetFunction_v2000;
using Vendor_cuModuleGetGlobal_v2 = PFN_cuModuleGetGlobal_v3020;
using Vendor_cuFuncGetAttribute = PFN_cuFuncGetAttribute_v2020;
using Vendor_cuFuncSetAttribute = PFN_cuFuncSetAttribute_v9000;
using Vendor_cuLaunchKernel = PFN_cuLaunchKernel_v4000;
using Vendor_cuStreamCreate = PFN_cuStreamCreate_v2000;
using Vendor_cuStreamDestroy_v2 = PFN_cuStreamDestroy_v4000;
using Vendor_cuStreamQuery = PFN_cuStreamQuery_v2000;
using Vendor_cuStreamSynchronize = PFN_cuStreamSynchronize_v2000;
using Vendor_cuEventCreate = PFN_cuEventCreate_v2000;
using Vendor_cuEventDestroy_v2 = PFN_cuEventDestroy_v4000;
using Vendor_cuEventRecord = PFN_cuEventRecord_v2000;
using Vendor_cuEventQuery = PFN_cuEventQuery_v2000;
using Vendor_cuEventElapsedTime = PFN_cuEventElapsedTime_v2000;
using Vendor_cuLaunchKernelEx = PFN_cuLaunchKernelEx_v11060;
using Vendor_cuOccupancyMaxActiveClusters = PFN_cuOccupancyMaxActiveClusters_v11070;
using Vendor_cuOccupancyMaxActiveBlocksPerMultiprocessor =
    PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050;
using Vendor_cuTensorMapEncodeTiled = PFN_cuTensorMapEncodeTiled_v12000;
using Vendor_cuFuncGetParamInfo = PFN_cuFuncGetParamInfo_v12040;

#define PSTUDIO_CUDA_COMPARE(name, ...)                                                            \
  static_assert(SameCall<decltype(DriverApi::name)::Pointer, Vendor_##name>::value);
PSTUDIO_CUDA_FUNCTIONS(PSTUDIO_CUDA_COMPARE)
#undef PSTUDIO_CUDA_COMPARE

static_assert(same(CuResult::Success, CUDA_SUCCESS));
static_assert(same(CuResult::InvalidValue, CUDA_ERROR_INVALID_VALUE));
static_assert(same(CuResult::OutOfMemory, CUDA_ERROR_OUT_OF_MEMORY));
static_assert(same(CuResult::NotInitialized, CUDA_ERROR_NOT_INITIALIZED));
static_assert(same(CuResult::Deinitialized, CUDA_ERROR_DEINITIALIZED));
static_assert(same(CuResult::StubLibrary, CUDA_ERROR_STUB_LIBRARY));
static_assert(same(CuResult::DeviceUnavailable, CUDA_ERROR_DEVICE_UNAVAILABLE));
static_assert(same(CuResult::NoDevice, CUDA_ERROR_NO_DEVICE));
static_assert(same(CuResult::InvalidDevice, CUDA_ERROR_INVALID_DEVICE));
static_assert(same(CuResult::InvalidImage, CUDA_ERROR_INVALID_IMAGE));
static_assert(same(CuResult::NoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU));
static_assert(same(CuResult::EccUncorrectable, CUDA_ERROR_ECC_UNCORRECTABLE));
static_assert(same(CuResult::InvalidPtx, CUDA_ERROR_INVALID_PTX));
static_assert(same(CuResult::NvlinkUncorrectable, CUDA_ERROR_NVLINK_UNCORRECTABLE));
static_assert(same(CuResult::JitCompilerNotFound, CUDA_ERROR_JIT_COMPILER_NOT_FOUND));
static_assert(same(CuResult::UnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION));
static_assert(same(CuResult::JitCompilationDisabled, CUDA_ERROR_JIT_COMPILATION_DISABLED));
static_assert(same(CuResult::Contained, CUDA_ERROR_CONTAINED));
static_assert(same(CuResult::OperatingSystem, CUDA_ERROR_OPERATING_SYSTEM));
static_assert(same(CuResult::NotFound, CUDA_ERROR_NOT_FOUND));
static_assert(same(CuResult::NotReady, CUDA_ERROR_NOT_READY));
static_assert(same(CuResult::IllegalAddress, CUDA_ERROR_ILLEGAL_ADDRESS));
static_assert(same(CuResult::LaunchOutOfResources, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES));
static_assert(same(CuResult::LaunchTimeout, CUDA_ERROR_LAUNCH_TIMEOUT));
static_assert(same(CuResult::ContextIsDestroyed, CUDA_ERROR_CONTEXT_IS_DESTROYED));
static_assert(same(CuResult::Assert, CUDA_ERROR_ASSERT));
static_assert(same(CuResult::HostMemoryAlreadyRegistered,
                   CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED));
static_assert(same(CuResult::HardwareStackError, CUDA_ERROR_HARDWARE_STACK_ERROR));
static_assert(same(CuResult::IllegalInstruction, CUDA_ERROR_ILLEGAL_INSTRUCTION));
static_assert(same(CuResult::MisalignedAddress, CUDA_ERROR_MISALIGNED_ADDRESS));
static_assert(same(CuResult::InvalidAddressSpace, CUDA_ERROR_INVALID_ADDRESS_SPACE));
static_assert(same(CuResult::InvalidPc, CUDA_ERROR_INVALID_PC));
static_assert(same(CuResult::LaunchFailed, CUDA_ERROR_LAUNCH_FAILED));
static_assert(same(CuResult::NotPermitted, CUDA_ERROR_NOT_PERMITTED));
static_assert(same(CuResult::NotSupported, CUDA_ERROR_NOT_SUPPORTED));
static_assert(same(CuResult::SystemNotReady, CUDA_ERROR_SYSTEM_NOT_READY));
static_assert(same(CuResult::SystemDriverMismatch, CUDA_ERROR_SYSTEM_DRIVER_MISMATCH));
static_assert(same(CuResult::CompatNotSupportedOnDevice,
                   CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE));
static_assert(same(CuResult::InvalidClusterSize, CUDA_ERROR_INVALID_CLUSTER_SIZE));
static_assert(same(CuResult::ExternalDevice, CUDA_ERROR_EXTERNAL_DEVICE));
static_assert(same(CuResult::Unknown, CUDA_ERROR_UNKNOWN));
static_assert(same(CuDeviceAttribute::MaxThreadsPerBlock,
                   CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
static_assert(same(CuDeviceAttribute::MaxBlockDimX, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X));
static_assert(same(CuDeviceAttribute::MaxBlockDimY, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y));
static_assert(same(CuDeviceAttribute::MaxBlockDimZ, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z));
static_assert(same(CuDeviceAttribute::MaxGridDimX, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X));
static_assert(same(CuDeviceAttribute::MaxGridDimY, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y));
static_assert(same(CuDeviceAttribute::MaxGridDimZ, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z));
static_assert(same(CuDeviceAttribute::WarpSize, CU_DEVICE_ATTRIBUTE_WARP_SIZE));
static_assert(same(CuDeviceAttribute::MultiprocessorCount,
                   CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT));
static_assert(same(CuDeviceAttribute::L2CacheSize, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE));
static_assert(same(CuDeviceAttribute::MaxThreadsPerMultiprocessor,
                   CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
static_assert(same(CuDeviceAttribute::ComputeCapabilityMajor,
                   CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR));
static_assert(same(CuDeviceAttribute::ComputeCapabilityMinor,
                   CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
static_assert(same(CuDeviceAttribute::MaxSharedMemoryPerMultiprocessor,
                   CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR));
static_assert(same(CuDeviceAttribute::MaxRegistersPerMultiprocessor,
                   CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR));
static_assert(same(CuDeviceAttribute::MaxSharedMemoryPerBlockOptin,
                   CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN));
static_assert(same(CuDeviceAttribute::ReservedSharedMemoryPerBlock,
                   CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK));
static_assert(same(CuDeviceAttribute::CooperativeLaunch, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH));
static_assert(same(CuDeviceAttribute::ClusterLaunch, CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH));
static_assert(same(CuDeviceAttribute::TensorMapAccessSupported,
                   CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED));
static_assert(same(CuFunctionAttribute::MaxThreadsPerBlock,
                   CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
static_assert(same(CuFunctionAttribute::SharedSizeBytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES));
static_assert(same(CuFunctionAttribute::LocalSizeBytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES));
static_assert(same(CuFunctionAttribute::NumRegs, CU_FUNC_ATTRIBUTE_NUM_REGS));
static_assert(same(CuFunctionAttribute::MaxDynamicSharedSizeBytes,
                   CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES));
static_assert(same(CuFunctionAttribute::RequiredClusterWidth,
                   CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH));
static_assert(same(CuFunctionAttribute::RequiredClusterHeight,
                   CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT));
static_assert(same(CuFunctionAttribute::RequiredClusterDepth,
                   CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH));
static_assert(same(CuFunctionAttribute::NonPortableClusterSizeAllowed,
                   CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED));
static_assert(same(CuJitOption::InfoLogBuffer, CU_JIT_INFO_LOG_BUFFER));
static_assert(same(CuJitOption::InfoLogBufferSizeBytes, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES));
static_assert(same(CuJitOption::ErrorLogBuffer, CU_JIT_ERROR_LOG_BUFFER));
static_assert(same(CuJitOption::ErrorLogBufferSizeBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES));
static_assert(same(CuJitOption::LogVerbose, CU_JIT_LOG_VERBOSE));
static_assert(same(CuJitOption::GenerateLineInfo, CU_JIT_GENERATE_LINE_INFO));

static_assert(same(gpu::kStreamNonBlocking, CU_STREAM_NON_BLOCKING));
static_assert(same(gpu::kEventDefault, CU_EVENT_DEFAULT));
static_assert(same(kCuMemAttachGlobal, CU_MEM_ATTACH_GLOBAL));
static_assert(same(kCuHostRegisterDeviceMap, CU_MEMHOSTREGISTER_DEVICEMAP));
static_assert(same(gpu::kHostMemoryMapped, CU_MEMHOSTALLOC_DEVICEMAP));
static_assert(same(gpu::kEventDisableTiming, CU_EVENT_DISABLE_TIMING));
static_assert(same(kCuContextSchedulingAuto, CU_CTX_SCHED_AUTO));
static_assert(same(kCuLaunchAttributeClusterDimension, CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION));
static_assert(same(kCuLaunchAttributeCooperative, CU_LAUNCH_ATTRIBUTE_COOPERATIVE));
static_assert(same(kCuLaunchAttributeProgrammaticStreamSerialization,
                   CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION));

static_assert(same(CuTensorMapDataType::Uint8, CU_TENSOR_MAP_DATA_TYPE_UINT8));
static_assert(same(CuTensorMapDataType::Uint16, CU_TENSOR_MAP_DATA_TYPE_UINT16));
static_assert(same(CuTensorMapDataType::Int32, CU_TENSOR_MAP_DATA_TYPE_INT32));
static_assert(same(CuTensorMapDataType::Int64, CU_TENSOR_MAP_DATA_TYPE_INT64));
static_assert(same(CuTensorMapDataType::Float16, CU_TENSOR_MAP_DATA_TYPE_FLOAT16));
static_assert(same(CuTensorMapDataType::Float32, CU_TENSOR_MAP_DATA_TYPE_FLOAT32));
static_assert(same(CuTensorMapDataType::Float64, CU_TENSOR_MAP_DATA_TYPE_FLOAT64));
static_assert(same(CuTensorMapDataType::Bfloat16, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16));
static_assert(same(CuTensorMapInterleave::None, CU_TENSOR_MAP_INTERLEAVE_NONE));
static_assert(same(CuTensorMapInterleave::Bytes16, CU_TENSOR_MAP_INTERLEAVE_16B));
static_assert(same(CuTensorMapInterleave::Bytes32, CU_TENSOR_MAP_INTERLEAVE_32B));
static_assert(same(CuTensorMapSwizzle::None, CU_TENSOR_MAP_SWIZZLE_NONE));
static_assert(same(CuTensorMapSwizzle::Bytes32, CU_TENSOR_MAP_SWIZZLE_32B));
static_assert(same(CuTensorMapSwizzle::Bytes64, CU_TENSOR_MAP_SWIZZLE_64B));
static_assert(same(CuTensorMapSwizzle::Bytes128, CU_TENSOR_MAP_SWIZZLE_128B));
static_assert(same(CuTensorMapL2Promotion::None, CU_TENSOR_MAP_L2_PROMOTION_NONE));
static_assert(same(CuTensorMapL2Promotion::Bytes64, CU_TENSOR_MAP_L2_PROMOTION_L2_64B));
static_assert(same(CuTensorMapL2Promotion::Bytes128, CU_TENSOR_MAP_L2_PROMOTION_L2_128B));
static_assert(same(CuTensorMapL2Promotion::Bytes256, CU_TENSOR_MAP_L2_PROMOTION_L2_256B));
static_assert(same(CuTensorMapFill::Zeros, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
static_assert(same(CuTensorMapFill::Nan, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA));
static_assert(sizeof(TensorMap) == sizeof(CUtensorMap));
static_assert(alignof(TensorMap) >= alignof(CUtensorMap));

static_assert(sizeof(CuLaunchAttribute) == sizeof(CUlaunchAttribute));
static_assert(offsetof(CuLaunchAttribute, id) == offsetof(CUlaunchAttribute, id));
static_assert(offsetof(CuLaunchAttribute, value) == offsetof(CUlaunchAttribute, value));
static_assert(offsetof(CUlaunchAttributeValue, clusterDim) == 0);
static_assert(offsetof(CUlaunchAttributeValue, cooperative) == 0);
static_assert(offsetof(CUlaunchAttributeValue, programmaticStreamSerializationAllowed) == 0);
static_assert(sizeof(CuLaunchAttribute::value.flag) == sizeof(CUlaunchAttributeValue::cooperative));
static_assert(sizeof(CuLaunchAttribute::value.clusterDimension) ==
              sizeof(CUlaunchAttributeValue::clusterDim));
static_assert(sizeof(CuLaunchConfig) == sizeof(CUlaunchConfig));
static_assert(offsetof(CuLaunchConfig, grid) == offsetof(CUlaunchConfig, gridDimX));
static_assert(offsetof(CuLaunchConfig, block) == offsetof(CUlaunchConfig, blockDimX));
static_assert(offsetof(CuLaunchConfig, dynamicSharedBytes) ==
              offsetof(CUlaunchConfig, sharedMemBytes));
static_assert(offsetof(CuLaunchConfig, stream) == offsetof(CUlaunchConfig, hStream));
static_assert(offsetof(CuLaunchConfig, attributes) == offsetof(CUlaunchConfig, attrs));
static_assert(offsetof(CuLaunchConfig, attributeCount) == offsetof(CUlaunchConfig, numAttrs));

} // namespace

} // namespace pstudio::cuda

#endif
