// SPDX-License-Identifier: Apache-2.0
#include "collector/program/tensor_map_calls.h"

#include <string>

#include "core/run/tensor_map_layout.h"

namespace pstudio::program {
namespace {

/// The driver's number of a data type (CUtensorMapDataType) as ours; of its kinds of integers and
/// of single precision only the width matters.
Result<DType> dtypeOf(int64_t dataType) {
  constexpr std::array kTypes{DType::I8,  DType::I16, DType::I32, DType::I32, DType::I64,
                              DType::I64, DType::F16, DType::F32, DType::F64, DType::BF16};
  if (dataType < 0 || dataType >= static_cast<int64_t>(kTypes.size()))
    return fail(ErrorCode::Unsupported,
                "a tensor map has the unknown data type " + std::to_string(dataType), {},
                "integers of 8 to 64 bits, f16, bf16, f32 and f64 are supported");
  return kTypes[static_cast<size_t>(dataType)];
}

/// The enumerators have the driver's numbers, from 0.
template <class Enum> Result<Enum> enumeratorOf(int64_t number, Enum last, const char *what) {
  if (number < 0 || number > static_cast<int64_t>(last))
    return fail(ErrorCode::InvalidInput,
                "a tensor map has the unknown " + std::string(what) + " " + std::to_string(number));
  return static_cast<Enum>(number);
}

Result<TensorMapArgument> argumentOf(const TensorMapOrder &order) {
  TensorMapArgument map;
  map.buffer = "the memory";
  map.box = order.box;
  map.shape = order.shape;
  map.strides = order.strides;
  map.elementStrides = order.elementStrides;
  PSTUDIO_TRY_ASSIGN(map.swizzle, enumeratorOf(order.swizzle, TensorSwizzle::Bytes128, "swizzle"));
  PSTUDIO_TRY_ASSIGN(map.interleave,
                     enumeratorOf(order.interleave, TensorInterleave::Bytes32, "interleave"));
  PSTUDIO_TRY_ASSIGN(map.l2Promotion,
                     enumeratorOf(order.l2Promotion, TensorL2Promotion::Bytes256, "L2 promotion"));
  PSTUDIO_TRY_ASSIGN(map.fill, enumeratorOf(order.fill, TensorFill::Nan, "fill"));
  return map;
}

} // namespace

Result<int64_t> elementBytesOf(int64_t dataType) {
  PSTUDIO_TRY_ASSIGN(const DType dtype, dtypeOf(dataType));
  return static_cast<int64_t>(dtypeSize(dtype).value);
}

Result<EncodedTensorMap> encodeTensorMap(DeviceMemory &memory, const TensorMapOrder &order) {
  PSTUDIO_TRY_ASSIGN(const DType dtype, dtypeOf(order.dataType));
  PSTUDIO_TRY_ASSIGN(const TensorMapArgument map, argumentOf(order));
  const uint64_t reachable = memory.reachableFrom(order.address);
  if (reachable == 0)
    return fail(ErrorCode::RunFailed, "a tensor map of memory that the GPU cannot access", {},
                "make it with gpu.alloc, or register it with gpu.host_register");
  BufferArgument buffer;
  buffer.dtype = dtype;
  buffer.shape = {static_cast<int64_t>(reachable / dtypeSize(dtype).value)};
  auto layout = layOutTensorMap(map, buffer);
  if (!layout) {
    Error error = std::move(layout).error(); // whose place is a field of the map
    error.message = "invalid tensor map: " + error.where + ": " + error.message;
    error.where.clear();
    return tl::unexpected<Error>(std::move(error));
  }
  PSTUDIO_TRY_ASSIGN(const TensorMapBytes bytes,
                     memory.device().encodeTensorMap(*layout, order.address));
  return EncodedTensorMap{bytes, std::move(*layout)};
}

} // namespace pstudio::program
