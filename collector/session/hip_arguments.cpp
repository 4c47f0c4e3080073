// SPDX-License-Identifier: Apache-2.0
#include "collector/session/hip_arguments.h"

#include <utility>

namespace pstudio {

Result<HipArguments> HipArguments::allocate(const hip::Device &device, BoundArguments &arguments) {
  HipArguments made(arguments);
  for (size_t i = 0; i < arguments.bufferCount(); ++i) {
    PSTUDIO_TRY_ASSIGN(hip::DeviceBuffer memory,
                       hip::DeviceBuffer::allocate(device, arguments.bufferAt(i).bytes().size(),
                                                   "buffer " + arguments.bufferName(i)));
    made.m_memory.push_back(std::move(memory));
  }
  for (size_t i = 0; i < arguments.count(); ++i) {
    if (arguments.tensorMap(i))
      return fail(ErrorCode::Unsupported,
                  "argument " + arguments.name(i) + ": AMD GPUs have no tensor maps");
    made.m_words.push_back(arguments.buffer(i) ? made.m_memory[arguments.bufferNumber(i)].address()
                                               : arguments.scalarBits(i));
  }
  return made;
}

Result<void> HipArguments::upload(hip::Stream &stream) const {
  for (size_t i = 0; i < m_memory.size(); ++i)
    PSTUDIO_TRY(stream.copyToDevice(m_memory[i], m_arguments->bufferAt(i).bytes()));
  return {};
}

Result<void> HipArguments::fetch(hip::Stream &stream) const {
  for (size_t i = 0; i < m_memory.size(); ++i)
    PSTUDIO_TRY(stream.copyToHost(m_arguments->bufferAt(i).bytes(), m_memory[i]));
  return {};
}

} // namespace pstudio
