// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/tensor_map_request.h"

#include <algorithm>

namespace pstudio {
namespace {

CuTensorMapDataType dataTypeOf(DType dtype) {
  using T = CuTensorMapDataType;
  switch (dtype) {
  case DType::F16:
    return T::Float16;
  case DType::BF16:
    return T::Bfloat16;
  case DType::F32:
    return T::Float32;
  case DType::F64:
    return T::Float64;
  case DType::I8: // bytes are only moved: their sign does not matter
    return T::Uint8;
  case DType::I16:
    return T::Uint16;
  case DType::I32:
    return T::Int32;
  case DType::I64:
    return T::Int64;
  }
  return T::Uint8;
}

static_assert(static_cast<int>(CuTensorMapSwizzle::Bytes128) ==
              static_cast<int>(TensorSwizzle::Bytes128));
static_assert(static_cast<int>(CuTensorMapInterleave::Bytes32) ==
              static_cast<int>(TensorInterleave::Bytes32));
static_assert(static_cast<int>(CuTensorMapL2Promotion::Bytes256) ==
              static_cast<int>(TensorL2Promotion::Bytes256));
static_assert(static_cast<int>(CuTensorMapFill::Nan) == static_cast<int>(TensorFill::Nan));

/// The specification's enumerators have the driver's numbers.
template <class Theirs, class Ours> Theirs as(Ours value) {
  return static_cast<Theirs>(value);
}

} // namespace

cuda::TensorMapRequest tensorMapRequest(const TensorMapLayout &layout, uint64_t address) {
  cuda::TensorMapRequest request;
  request.address = address;
  request.dataType = dataTypeOf(layout.dtype);
  request.rank = static_cast<uint32_t>(layout.extents.size());
  std::ranges::copy(layout.extents, request.extents.begin());
  std::ranges::copy(layout.strideBytes, request.strideBytes.begin());
  std::ranges::copy(layout.box, request.box.begin());
  std::ranges::copy(layout.elementStrides, request.elementStrides.begin());
  request.interleave = as<CuTensorMapInterleave>(layout.interleave);
  request.swizzle = as<CuTensorMapSwizzle>(layout.swizzle);
  request.l2Promotion = as<CuTensorMapL2Promotion>(layout.l2Promotion);
  request.fill = as<CuTensorMapFill>(layout.fill);
  return request;
}

} // namespace pstudio
