// SPDX-License-Identifier: Apache-2.0
#include "collector/session/targets/gpu_arguments.h"

#include <utility>

namespace pstudio {

Result<GpuArguments> GpuArguments::allocate(const gpu::Device &device, BoundArguments &arguments) {
  GpuArguments made(arguments);
  for (size_t i = 0; i < arguments.bufferCount(); ++i) {
    PSTUDIO_TRY_ASSIGN(gpu::DeviceBuffer memory,
                       gpu::DeviceBuffer::allocate(device, arguments.bufferAt(i).bytes().size(),
                                                   "buffer " + arguments.bufferName(i)));
    made.m_memory.push_back(std::move(memory));
  }
  for (size_t i = 0; i < arguments.count(); ++i)
    if (arguments.tensorMap(i))
      made.m_words.push_back(0);
    else
      made.m_words.push_back(arguments.buffer(i) ? made.bufferAddress(arguments.bufferNumber(i))
                                                 : arguments.scalarBits(i));
  return made;
}

Result<void> GpuArguments::upload(gpu::Stream &stream) const {
  for (size_t i = 0; i < m_memory.size(); ++i)
    PSTUDIO_TRY(stream.copyToDevice(m_memory[i], 0, m_arguments->bufferAt(i).bytes()));
  return {};
}

Result<void> GpuArguments::fetch(gpu::Stream &stream) const {
  for (size_t i = 0; i < m_memory.size(); ++i)
    PSTUDIO_TRY(stream.copyToHost(m_arguments->bufferAt(i).bytes(), m_memory[i], 0));
  return {};
}

std::vector<uint64_t> GpuArguments::bufferAddresses() const {
  std::vector<uint64_t> addresses;
  for (const gpu::DeviceBuffer &memory : m_memory)
    addresses.push_back(memory.address());
  return addresses;
}

} // namespace pstudio
