// SPDX-License-Identifier: Apache-2.0
#include "collector/runtime/cuda/tensor_map.h"

#include <string>

#include "collector/runtime/cuda/context_state.h"
#include "collector/runtime/cuda/driver_error.h"

namespace pstudio::cuda {

namespace {

constexpr std::string_view kEncoding = "encoding a tensor map";

template <class Numbers> std::string listOf(const Numbers &numbers, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i == 0 ? "" : " x ") + std::to_string(numbers[i]);
  return text;
}

/// All of a request, since the driver says only that something is wrong.
std::string textOf(const TensorMapRequest &request) {
  const auto number = [](auto value) { return std::to_string(static_cast<int>(value)); };
  return "extents " + listOf(request.extents, request.rank) + ", strides " +
         listOf(request.strideBytes, request.rank - 1) + " bytes, box " +
         listOf(request.box, request.rank) + ", element strides " +
         listOf(request.elementStrides, request.rank) + " (fastest first), data type " +
         number(request.dataType) + ", interleave " + number(request.interleave) + ", swizzle " +
         number(request.swizzle) + ", fill " + number(request.fill);
}

Result<void> checkSupport(const ContextState &state) {
  const DeviceInfo &device = state.device();
  if (!state.api().cuTensorMapEncodeTiled.pointer)
    return fail(
        ErrorCode::Unsupported,
        "the driver (CUDA " + versionText(state.driver().version()) + ") has no tensor maps", "",
        "tensor maps need a driver for CUDA " +
            versionText(state.api().cuTensorMapEncodeTiled.since) + " or newer");
  if (!device.canUseTensorMaps)
    return fail(ErrorCode::Unsupported,
                device.name + " (compute capability " + std::to_string(device.major) + "." +
                    std::to_string(device.minor) + ") has no tensor maps",
                "", "tensor maps need compute capability 9.0");
  return {};
}

Result<void> checkRequest(const TensorMapRequest &request) {
  if (request.rank < 1 || request.rank > TensorMapRequest::kMaxRank)
    return fail(ErrorCode::InvalidInput,
                "a tensor map has 1 to 5 dimensions, not " + std::to_string(request.rank));
  const uint64_t alignment = request.interleave == CuTensorMapInterleave::Bytes32 ? 32 : 16;
  if (request.address % alignment == 0)
    return {};
  return fail(ErrorCode::InvalidInput,
              "the memory of a tensor map is misaligned: it begins " +
                  std::to_string(request.address % alignment) + " bytes after a multiple of " +
                  std::to_string(alignment),
              "", "let the tensor begin where its buffer does, or that many bytes later");
}

} // namespace

Result<TensorMap> encodeTensorMap(const Context &context, const TensorMapRequest &request) {
  ContextState &state = *context.state();
  PSTUDIO_TRY(checkSupport(state));
  PSTUDIO_TRY(checkRequest(request));
  PSTUDIO_TRY_ASSIGN(const gpu::CurrentDevice current, state.enter(kEncoding));
  TensorMap map;
  const CuResult result = state.api().cuTensorMapEncodeTiled(
      &map, request.dataType, request.rank, reinterpret_cast<void *>(request.address),
      request.extents.data(), request.strideBytes.data(), request.box.data(),
      request.elementStrides.data(), request.interleave, request.swizzle, request.l2Promotion,
      request.fill);
  if (result == CuResult::Success)
    return map;
  Error error = state.judge(result, state.api().cuTensorMapEncodeTiled.name, kEncoding,
                            result == CuResult::InvalidValue ? ErrorCode::InvalidInput
                                                             : ErrorCode::RunFailed);
  error.message += ", for " + textOf(request);
  return tl::unexpected<Error>(std::move(error));
}

Result<const TensorMap *> TensorMapCache::find(const Context &context,
                                               const TensorMapRequest &request) {
  if (const auto known = m_maps.find(request); known != m_maps.end())
    return &known->second;
  PSTUDIO_TRY_ASSIGN(const TensorMap map, encodeTensorMap(context, request));
  return &m_maps.emplace(request, map).first->second;
}

} // namespace pstudio::cuda
