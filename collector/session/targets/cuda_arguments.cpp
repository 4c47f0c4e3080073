// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/cuda_arguments.h"

#include <utility>

#include "collector/session/targets/tensor_map_request.h"

namespace pstudio {

Result<CudaArguments> CudaArguments::allocate(const cuda::Context &context,
                                              cuda::TensorMapCache &maps,
                                              BoundArguments &arguments) {
  PSTUDIO_TRY_ASSIGN(GpuArguments buffers, GpuArguments::allocate(context, arguments));
  CudaArguments made(std::move(buffers));
  for (size_t i = 0; i < arguments.count(); ++i)
    if (arguments.tensorMap(i))
      PSTUDIO_TRY(made.addTensorMap(context, maps, i));
    else
      made.m_block.addWord(made.words()[i]);
  return made;
}

Result<void> CudaArguments::addTensorMap(const cuda::Context &context, cuda::TensorMapCache &maps,
                                         size_t index) {
  const BoundTensorMap &wanted = *bound().tensorMap(index);
  auto map = maps.find(context, tensorMapRequest(wanted.layout, bufferAddress(wanted.buffer)));
  if (!map) {
    map.error().message = "tensor map " + bound().name(index) + ": " + map.error().message;
    return tl::unexpected<Error>(std::move(map).error());
  }
  if (wanted.isByValue) {
    m_block.addTensorMap(**map);
    return {};
  }
  PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer memory,
                     cuda::DeviceBuffer::allocate(context, sizeof(cuda::TensorMap),
                                                  "tensor map " + bound().name(index)));
  setWord(index, memory.address());
  m_block.addWord(memory.address());
  m_copies.push_back({**map, std::move(memory)});
  return {};
}

Result<void> CudaArguments::upload(gpu::Stream &stream) const {
  PSTUDIO_TRY(GpuArguments::upload(stream));
  for (const MapCopy &copy : m_copies)
    PSTUDIO_TRY(stream.copyToDevice(copy.memory, 0, copy.map.bytes));
  return {};
}

} // namespace pstudio
