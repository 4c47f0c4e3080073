// SPDX-License-Identifier: Apache-2.0
#include "collector/session/cuda_arguments.h"

#include <utility>

#include "collector/session/tensor_map_request.h"

namespace pstudio {

Result<CudaArguments> CudaArguments::allocate(const cuda::Context &context,
                                              cuda::TensorMapCache &maps,
                                              BoundArguments &arguments) {
  CudaArguments made(arguments);
  for (size_t i = 0; i < arguments.bufferCount(); ++i) {
    PSTUDIO_TRY_ASSIGN(cuda::DeviceBuffer memory,
                       cuda::DeviceBuffer::allocate(context, arguments.bufferAt(i).bytes().size(),
                                                    "buffer " + arguments.bufferName(i)));
    made.m_memory.push_back(std::move(memory));
  }
  for (size_t i = 0; i < arguments.count(); ++i)
    if (arguments.tensorMap(i))
      PSTUDIO_TRY(made.addTensorMap(context, maps, i));
    else if (arguments.buffer(i))
      made.addWord(made.m_memory[arguments.bufferNumber(i)].address());
    else
      made.addWord(arguments.scalarBits(i));
  return made;
}

std::vector<uint64_t> CudaArguments::bufferAddresses() const {
  std::vector<uint64_t> addresses;
  for (const cuda::DeviceBuffer &memory : m_memory)
    addresses.push_back(memory.address());
  return addresses;
}

void CudaArguments::addWord(uint64_t word) {
  m_block.addWord(word);
  m_words.push_back(word);
}

Result<void> CudaArguments::addTensorMap(const cuda::Context &context, cuda::TensorMapCache &maps,
                                         size_t index) {
  const BoundTensorMap &bound = *m_arguments->tensorMap(index);
  auto map = maps.find(context, tensorMapRequest(bound.layout, m_memory[bound.buffer].address()));
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
                     cuda::DeviceBuffer::allocate(context, sizeof(cuda::TensorMap),
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
