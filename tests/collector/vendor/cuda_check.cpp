// SPDX-License-Identifier: Apache-2.0
// Compares our declarations of the CUDA driver with the vendor's header, where that is installed.
// Everything happens at compile time; the object file is empty.
#include <cstddef>
#include <type_traits>

#include <cuda.h>
#include <cudaTypedefs.h>

#include "collector/attach/shim/driver_api.h"
#include "collector/attach/shim/work_table.h"
#include "collector/runtime/cuda/driver_api.h"
#include "collector/runtime/cuda/tensor_map.h"

// Older headers lack some of the types below.
#if CUDA_VERSION >= 12050

// The header declares the newest version of each function. This one has got a newer one.
extern "C" std::remove_pointer_t<PFN_cuCtxCreate_v3020> cuCtxCreate_v2;

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

#define COMPARE_FUNCTION(name, since, required, result, ...)                                       \
  static_assert(SameCall<result (*)(__VA_ARGS__), decltype(&::name)>::value, #name);
PSTUDIO_CUDA_FUNCTIONS(COMPARE_FUNCTION)
PSTUDIO_ATTACH_DRIVER(COMPARE_FUNCTION)
#undef COMPARE_FUNCTION

// The header declares those of the legacy default stream.
#define COMPARE_WORK(name, base, since, before, perThread, ...)                                    \
  static_assert(SameCall<CuResult (*)(__VA_ARGS__), decltype(&::name)>::value, #name);
PSTUDIO_ATTACH_WAITING_COPIES(COMPARE_WORK, , false)
PSTUDIO_ATTACH_STREAM_COPIES(COMPARE_WORK, , false)
PSTUDIO_ATTACH_WAITING_SETS(COMPARE_WORK, , false)
PSTUDIO_ATTACH_STREAM_SETS(COMPARE_WORK, , false)
#undef COMPARE_WORK

static_assert(same(CuResult::Success, CUDA_SUCCESS));
#define COMPARE(name, value, theirs) static_assert(value == CUDA_ERROR_##theirs);
PSTUDIO_CUDA_ERRORS(COMPARE)
#undef COMPARE
#define COMPARE(name, value, theirs) static_assert(value == CU_DEVICE_ATTRIBUTE_##theirs);
PSTUDIO_CUDA_DEVICE_ATTRIBUTES(COMPARE)
#undef COMPARE
#define COMPARE(name, value, theirs) static_assert(value == CU_FUNC_ATTRIBUTE_##theirs);
PSTUDIO_CUDA_FUNCTION_ATTRIBUTES(COMPARE)
#undef COMPARE
#define COMPARE(name, value, theirs) static_assert(value == CU_JIT_##theirs);
PSTUDIO_CUDA_JIT_OPTIONS(COMPARE)
#undef COMPARE
#define COMPARE(name, value, theirs) static_assert(value == CU_TENSOR_MAP_DATA_TYPE_##theirs);
PSTUDIO_CUDA_TENSOR_DATA_TYPES(COMPARE)
#undef COMPARE
#define COMPARE(name, value, theirs) static_assert(value == theirs);
PSTUDIO_CUDA_FLAGS(COMPARE)
PSTUDIO_CUDA_MODES(COMPARE)
#undef COMPARE

static_assert(same(gpu::kStreamNonBlocking, CU_STREAM_NON_BLOCKING));
static_assert(same(gpu::kEventDefault, CU_EVENT_DEFAULT));
static_assert(same(gpu::kHostMemoryMapped, CU_MEMHOSTALLOC_DEVICEMAP));
static_assert(same(gpu::kEventDisableTiming, CU_EVENT_DISABLE_TIMING));

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

static_assert(sizeof(CuKernelNodeParams) == sizeof(CUDA_KERNEL_NODE_PARAMS_v2));
static_assert(offsetof(CuKernelNodeParams, function) == offsetof(CUDA_KERNEL_NODE_PARAMS_v2, func));
static_assert(offsetof(CuKernelNodeParams, grid) == offsetof(CUDA_KERNEL_NODE_PARAMS_v2, gridDimX));
static_assert(offsetof(CuKernelNodeParams, block) ==
              offsetof(CUDA_KERNEL_NODE_PARAMS_v2, blockDimX));
static_assert(offsetof(CuKernelNodeParams, dynamicSharedBytes) ==
              offsetof(CUDA_KERNEL_NODE_PARAMS_v2, sharedMemBytes));
static_assert(offsetof(CuKernelNodeParams, parameters) ==
              offsetof(CUDA_KERNEL_NODE_PARAMS_v2, kernelParams));
static_assert(offsetof(CuKernelNodeParams, extra) == offsetof(CUDA_KERNEL_NODE_PARAMS_v2, extra));
static_assert(offsetof(CuKernelNodeParams, kernel) == offsetof(CUDA_KERNEL_NODE_PARAMS_v2, kern));
static_assert(offsetof(CuKernelNodeParams, context) == offsetof(CUDA_KERNEL_NODE_PARAMS_v2, ctx));
static_assert(sizeof(CuKernelNodeParams) == sizeof(CUDA_KERNEL_NODE_PARAMS_v3));
static_assert(offsetof(CuGraphNodeParams, type) == offsetof(CUgraphNodeParams, type));
static_assert(offsetof(CuGraphNodeParams, kernel) == offsetof(CUgraphNodeParams, kernel));
static_assert(offsetof(CuGraphNodeParams, kernel) + offsetof(CuKernelNodeParams, function) ==
              offsetof(CUgraphNodeParams, graph.graph));
static_assert(sizeof(CuGraphEdgeData) == sizeof(CUgraphEdgeData));
static_assert(sizeof(CUDA_KERNEL_NODE_PARAMS_v1) == offsetof(CuKernelNodeParams, kernel));
static_assert(sizeof(CuGraphInstantiateParams) == sizeof(CUDA_GRAPH_INSTANTIATE_PARAMS));
static_assert(offsetof(CuGraphInstantiateParams, flags) ==
              offsetof(CUDA_GRAPH_INSTANTIATE_PARAMS, flags));
static_assert(sizeof(CuGraphUpdateInfo) == sizeof(CUgraphExecUpdateResultInfo));
static_assert(sizeof(CuLaunchAttribute::value) == sizeof(CUkernelNodeAttrValue));

} // namespace

} // namespace pstudio::cuda

#endif
