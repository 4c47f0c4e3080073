// SPDX-License-Identifier: Apache-2.0
#include "collector/session/cuda_arguments.h"

#include <algorithm>
#include <utility>

namespace pstudio {
namespace {

cuda::CuTensorMapDataType dataTypeOf(DType dtype) {
  using T = cuda::CuTensorMapDataType;
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

static_assert(static_cast<int>(cuda::CuTensorMapSwizzle::Bytes128) ==
              static_cast<int>(TensorSwizzle::Bytes128));
static_assert(static_cast<int>(cuda::CuTensorMapInterleave::Bytes32) ==
              static_cast<int>(TensorInterleave::Bytes32));
static_assert(static_cast<int>(cuda::CuTensorMapL2Promotion::Bytes256) ==
              static_cast<int>(TensorL2Promotion::Bytes256));
static_assert(static_cast<int>(cuda::CuTensorMapFill::Nan) == static_cast<int>(TensorFill::Nan));

/// The specification's enumerators have the driver's numbers.
template <class Theirs, class Ours> Theirs as(Ours value) {
  return static_cast<Theirs>(value);
}

cuda::TensorMapRequest requestOf(const TensorMapLayout &layout, uint64_t address) {
  cuda::TensorMapRequest request;
  request.address = address;
  request.dataType = dataTypeOf(layout.dtype);
  request.rank = static_cast<uint32_t>(layout.extents.size());
  std::ranges::copy(layout.extents, request.extents.begin());
  std::ranges::copy(layout.strideBytes, request.strideBytes.begin());
  std::ranges::copy(layout.box, request.box.begin());
  std::ranges::copy(layout.elementStrides, request.elementStrides.begin());
  request.interleave = as<cuda::CuTensorMapInterleave>(layout.interleave);
  request.swizzle = as<cuda::CuTensorMapSwizzle>(layout.swizzle);
  request.l2Promotion = as<cuda::CuTensorMapL2Promotion>(layout.l2Promotion);
  request.fill = as<cuda::CuTensorMapFill>(layout.fill);
  return request;
}

} // namespace

Result<CudaArguments> CudaArguments::allocate(CudaDevice &device, BoundArguments &arguments) {
  CudaArguments made(arguments);
  for (size_t i = 0; i < arguments.bufferCount(); ++i) {
    PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer memory,
                       cuda::DeviceBuffer::allocate(device.context,
                                                    arguments.bufferAt(i).bytes().size(),
                                                    "buffer " + arguments.bufferName(i)));
    made.m_memory.push_back(std::move(memory));
  }
  for (size_t i = 0; i < arguments.count(); ++i)
    if (arguments.tensorMap(i))
      PSTUDIO_TRY(made.addTensorMap(device, i));
    else if (arguments.buffer(i))
      made.addWord(made.m_memory[arguments.bufferNumber(i)].address());
    else
      made.addWord(arguments.scalarBits(i));
  return made;
}

void CudaArguments::addWord(uint64_t word) {
  m_block.addWord(word);
  m_words.push_back(word);
}

Result<void> CudaArguments::addTensorMap(CudaDevice &device, size_t index) {
  const BoundTensorMap &bound = *m_arguments->tensorMap(index);
  auto map = device.tensorMaps.find(device.context,
                                    requestOf(bound.layout, m_memory[bound.buffer].address()));
  if (!map) {
    map.error().message = "tensor map " + m_arguments->name(index) + ": " + map.error().message;
    return tl::unexpected<Error>(std::move(map).error());
  }
  if (bound.isByValue) {
    m_block.addTensorMap(**map);
    m_words.push_back(0);
    return {};
  }
  PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer memory,
                     cuda::DeviceBuffer::allocate(device.context, sizeof(cuda::TensorMap),
                                                  "tensor map " + m_arguments->name(index)));
  addWord(memory.address());
  m_copies.push_back({**map, std::move(memory)});
  return {};
}

Result<void> CudaArguments::upload(cuda::Stream &stream) const {
  for (size_t i = 0; i < m_memory.size(); ++i)
    PSTUDIO_TRY(stream.copyToDevice(m_memory[i], 0, m_arguments->bufferAt(i).bytes()));
  for (const MapCopy &copy : m_copies)
    PSTUDIO_TRY(stream.copyToDevice(copy.memory, 0, copy.map.bytes));
  return {};
}

Result<void> CudaArguments::fetch(cuda::Stream &stream) const {
  for (size_t i = 0; i < m_memory.size(); ++i)
    PSTUDIO_TRY(stream.copyToHost(m_arguments->bufferAt(i).bytes(), m_memory[i], 0));
  return {};
}

} // namespace pstudio
